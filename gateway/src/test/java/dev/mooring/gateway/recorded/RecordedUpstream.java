package dev.mooring.gateway.recorded;

import dev.mooring.gateway.wire.Wire;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;

/** A provider that answers every request with one recording. */
final class RecordedUpstream implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private volatile Buffer body = Buffer.buffer();
  private volatile String contentType = "";
  private volatile int status;

  RecordedUpstream() {
    server =
        Wire.await(
            vertx
                .createHttpServer()
                .requestHandler(request -> request.body().onSuccess(unused -> answer(request)))
                .listen(0, "127.0.0.1"));
  }

  /** Its origin. */
  String origin() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  /** From here on this is the answer. */
  void play(Recording recording, int withStatus) {
    body = Buffer.buffer(recording.body());
    contentType = recording.contentType();
    status = withStatus;
  }

  @Override
  public void close() {
    Wire.await(vertx.close());
  }

  private void answer(HttpServerRequest request) {
    request.response().setStatusCode(status).putHeader("content-type", contentType).end(body);
  }
}
