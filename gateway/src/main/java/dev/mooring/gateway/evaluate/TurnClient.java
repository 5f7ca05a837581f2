package dev.mooring.gateway.evaluate;

import dev.mooring.gateway.evaluate.TurnResult.Holder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** Sends turns as clients do. */
final class TurnClient {
  private static final int MOST_CONNECTIONS = 500;

  private final HttpClient http;
  private final SimulatedTime time;
  private final Policy policy;

  /** A client whose sessions the gateway learns of as a policy has it. */
  TurnClient(Vertx vertx, SimulatedTime time, Policy policy) {
    this.http =
        vertx.createHttpClient(
            new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(MOST_CONNECTIONS));
    this.time = time;
    this.policy = policy;
  }

  /** Sends a turn to a node; never fails. */
  Future<TurnResult> send(Turn turn, int port) {
    Instant start = time.instant();
    boolean keyed = policy == Policy.DEFAULT && turn.client() == ClientKind.CHAT;
    return http.request(options(turn, port))
        .compose(request -> request.send(RequestBody.of(turn, keyed ? turn.session() : "")))
        .compose(response -> read(response, Duration.between(start, time.instant())))
        .otherwise(lost -> new TurnResult.Refused(0, String.valueOf(lost.getMessage())));
  }

  /** Lets its connections go. */
  Future<Void> close() {
    return http.close();
  }

  private RequestOptions options(Turn turn, int port) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost("127.0.0.1")
            .setPort(port)
            .setURI(RequestBody.path(turn))
            .putHeader("content-type", "application/json")
            .putHeader("anthropic-version", "2023-06-01")
            .putHeader(
                "x-sim-generation-ms",
                Long.toString(World.generation(turn.outputTokens()).toMillis()));
    switch (policy) {
      case OFF, CREDENTIAL, WAIT -> options.putHeader("x-session-id", turn.session());
      case PROVIDER -> {}
      case DEFAULT -> {
        if (turn.client() == ClientKind.AGENT) {
          options.putHeader("x-claude-code-session-id", turn.session());
        }
      }
    }
    return options;
  }

  private static Future<TurnResult> read(HttpClientResponse response, Duration firstToken) {
    return response
        .body()
        .map(
            body -> {
              if (response.statusCode() != 200) {
                return new TurnResult.Refused(response.statusCode(), body.toString());
              }
              AnswerReading answer = new AnswerReading(body.toString());
              if (!answer.whole()) {
                return new TurnResult.Broken();
              }
              return new TurnResult.Answered(
                  holder(response),
                  answer.usage(),
                  firstToken,
                  Objects.requireNonNullElse(response.getHeader("x-mooring-affinity"), ""),
                  answer.failures());
            })
        .map(TurnResult.class::cast)
        .otherwise(cut -> new TurnResult.Broken());
  }

  private static Holder holder(HttpClientResponse response) {
    String claude = response.getHeader("anthropic-organization-id");
    String account = claude == null ? response.getHeader("openai-organization") : claude;
    return new Holder(
        Objects.requireNonNullElse(response.getHeader("x-mooring-provider"), ""),
        Objects.requireNonNullElse(account, "").replaceFirst("^org-", ""));
  }
}
