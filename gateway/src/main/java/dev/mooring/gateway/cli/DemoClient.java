package dev.mooring.gateway.cli;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;

/** The demo's client: streams turns, as an application would. */
final class DemoClient {
  private final HttpClient http;
  private final String origin;
  private final String model;

  /** A client of a gateway, or of a provider, at an origin. */
  DemoClient(Vertx vertx, String origin, String model) {
    this.http = vertx.createHttpClient();
    this.origin = origin;
    this.model = model;
  }

  /** Asks a conversation's next question and takes the answer into it. */
  Future<DemoTurn> turn(DemoConversation conversation) {
    Buffer body = Buffer.buffer(conversation.ask(model));
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(origin + conversation.api().path())
            .putHeader("content-type", "application/json")
            .putHeader("anthropic-version", "2023-06-01")
            .putHeader("authorization", "Bearer demo")
            .putHeader("x-session-id", conversation.id());
    return http.request(options)
        .compose(request -> stream(request, body, conversation))
        .onSuccess(turn -> conversation.answered(turn.text()));
  }

  private static Future<DemoTurn> stream(
      HttpClientRequest request, Buffer body, DemoConversation conversation) {
    DemoStream stream = new DemoStream(conversation.api(), System.nanoTime());
    return request.send(body).compose(response -> read(response, stream));
  }

  private static Future<DemoTurn> read(HttpClientResponse response, DemoStream stream) {
    if (response.statusCode() != 200) {
      return response
          .body()
          .compose(body -> Future.failedFuture("answered " + response.statusCode() + ": " + body));
    }
    Promise<DemoTurn> turn = Promise.promise();
    response.exceptionHandler(turn::tryFail);
    response.handler(
        piece -> {
          try {
            stream.read(piece);
          } catch (IllegalStateException malformed) {
            turn.tryFail(malformed);
          }
        });
    response.endHandler(
        ended -> {
          try {
            turn.tryComplete(stream.finish());
          } catch (IllegalStateException incomplete) {
            turn.tryFail(incomplete);
          }
        });
    return turn.future();
  }
}
