package dev.mooring.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.relay.Deadlines;
import dev.mooring.gateway.relay.HeldBodies;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The time that a caller has for a body. */
class BodyReaderTest {
  private static final Duration SILENCE = Duration.ofMillis(500);
  private static final HeldBodies HELD = new HeldBodies(20);
  private static final Vertx VERTX = Vertx.vertx();

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static HttpServer server;

  @BeforeAll
  static void start() {
    server =
        done(
            VERTX
                .createHttpServer()
                .requestHandler(BodyReaderTest::tell)
                .listen(0, InetAddress.getLoopbackAddress().getHostAddress()));
  }

  @AfterAll
  static void stop() {
    done(VERTX.close());
  }

  /** Answers with what came of a body: its text, or the name of what was wrong. */
  private static void tell(HttpServerRequest request) {
    HeldBodies.Share share = HELD.share();
    BodyReader.read(Deadlines.of(VERTX), request, share, 10, SILENCE)
        .onComplete(unused -> share.release())
        .map(body -> new String(body, StandardCharsets.US_ASCII))
        .otherwise(failure -> failure.getClass().getSimpleName())
        .compose(text -> request.response().end(text))
        .onSuccess(unused -> request.connection().close());
  }

  private static String answer(String... pieces) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.actualPort())) {
      socket.setSoTimeout(10_000);
      socket
          .getOutputStream()
          .write(
              "POST / HTTP/1.1\r\nhost: t\r\ncontent-length: 4\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      for (String piece : pieces) {
        socket.getOutputStream().write(piece.getBytes(StandardCharsets.US_ASCII));
      }
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void aBodyThatStopsHalfWayIsGivenUp() throws Exception {
    assertThat(answer("ab")).endsWith("\r\n\r\nSilentException");
    assertThat(answer()).endsWith("\r\n\r\nSilentException");
  }

  @Test
  void aBodyThatComesInPiecesIsCollected() throws Exception {
    assertThat(answer("a", "b", "c", "d")).endsWith("\r\n\r\nabcd");
  }

  @Test
  void aBodyForWhichThereIsNoMemoryIsReadToItsEndAndRefused() throws Exception {
    HeldBodies.Share others = HELD.share();
    assertThat(others.takes(18)).isTrue();
    assertThat(answer("a", "bcd")).endsWith("\r\n\r\nNoMemoryException");
    others.release();
    assertThat(answer("a", "bcd")).endsWith("\r\n\r\nabcd");
    assertThat(HELD.bytes()).isZero();
  }

  private static <T> T done(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
  }
}
