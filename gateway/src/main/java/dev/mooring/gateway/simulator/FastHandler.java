package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers load: each dialect's answer is prepared once, and of a request nothing is read but
 * whether it wants a stream. Keys are not checked; the first credential's speed counts.
 */
final class FastHandler {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final int PROMPT_TOKENS = 1000;

  private final Vertx vertx;
  private final Map<Dialect, List<Step>> documents = new HashMap<>();
  private final Map<Dialect, List<Step>> streams = new HashMap<>();

  /** Prepares the answers. */
  FastHandler(Vertx vertx, SimulatorConfig config) {
    this.vertx = vertx;
    for (Dialect dialect : Routes.DIALECTS) {
      if (dialect instanceof GeneratingDialect generating) {
        prepare(generating, config);
      }
    }
  }

  /** Answers a request. */
  void handle(HttpServerRequest request) {
    Route route = Routes.of(request);
    if (route == null || !(route.dialect() instanceof GeneratingDialect)) {
      request.response().setStatusCode(404).end();
      return;
    }
    Exchange exchange = new Exchange("", Instant.EPOCH, request, () -> {});
    request.response().closeHandler(closed -> exchange.gone());
    request
        .body()
        .onSuccess(
            body -> {
              Boolean asked = route.streamed();
              boolean streamed = asked == null ? wantsStream(body.getBytes()) : asked;
              List<Step> steps =
                  (streamed ? streams : documents).getOrDefault(route.dialect(), List.of());
              new Delivery(vertx, request, exchange, steps, Pauses.REAL, () -> {}).run();
            });
  }

  private void prepare(GeneratingDialect dialect, SimulatorConfig config) {
    SimulatedKey key = config.keys().get(0);
    IdSource ids = new IdSource(config.seed());
    ObjectNode asked = Json.object();
    asked.putObject("stream_options").put("include_usage", true);
    Reply reply = config.reply();
    List<String> pieces = Words.draw(reply.outputTokens(), config.seed(), new byte[0]);
    CacheUse use = CacheUse.none(PROMPT_TOKENS, Instant.EPOCH);
    Answer answer =
        dialect.answer(
            new Turn(
                ids.next(""),
                config.clock().instant(),
                "simulated",
                asked,
                pieces,
                false,
                reply,
                use,
                ids,
                ""));
    double millisPerToken = key.tokensPerSecond() == 0 ? 0 : 1000 / key.tokensPerSecond();
    Duration latency = key.firstByteLatency();
    documents.put(
        dialect,
        Script.plain(
            Outline.json(
                200,
                headers(dialect, "application/json"),
                Json.bytes(answer.document()),
                latency.plusMillis(Math.round(millisPerToken * pieces.size())))));
    streams.put(
        dialect,
        Script.plain(
            Outline.stream(
                headers(dialect, answer.streamType()),
                answer.events(),
                "\n",
                latency,
                millisPerToken)));
  }

  private static Map<String, String> headers(Dialect dialect, String contentType) {
    return dialect.vendor().headers(contentType, "req_simulated", null);
  }

  /** Whether the top level says {@code "stream": true}. */
  static boolean wantsStream(byte[] body) {
    try (JsonParser parser = FACTORY.createParser(body)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return false;
      }
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        JsonToken value = parser.nextToken();
        if (name.equals("stream")) {
          return value == JsonToken.VALUE_TRUE;
        }
        parser.skipChildren();
      }
      return false;
    } catch (IOException malformed) {
      return false;
    }
  }
}
