package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The routes by which a simulator is watched and scripted from outside: {@code GET} and {@code
 * DELETE /sim/requests}, {@code POST} and {@code DELETE /sim/faults}.
 */
final class ControlHandler {
  /** What the routes begin with. */
  static final String PREFIX = "/sim/";

  private final Map<String, SimulatedCredential> credentials;
  private final RequestLog log;

  /**
   * @param credentials by id
   */
  ControlHandler(Map<String, SimulatedCredential> credentials, RequestLog log) {
    this.credentials = credentials;
    this.log = log;
  }

  /** Answers a request. */
  void handle(HttpServerRequest request) {
    request.body().onSuccess(body -> answer(request, body.getBytes()));
  }

  private void answer(HttpServerRequest request, byte[] body) {
    switch (request.method().name() + " " + request.path()) {
      case "GET /sim/requests" -> send(request, 200, summary(log.snapshot()));
      case "DELETE /sim/requests" -> {
        log.clear();
        send(request, 200, Json.object().put("cleared", true));
      }
      case "POST /sim/faults" -> addFaults(request, body);
      case "DELETE /sim/faults" -> {
        credentials.values().forEach(SimulatedCredential::clearFaults);
        send(request, 200, Json.object().put("cleared", true));
      }
      default -> send(request, 404, Json.object().put("error", "no such route"));
    }
  }

  private void addFaults(HttpServerRequest request, byte[] body) {
    ObjectNode fault = Json.parseObject(body);
    try {
      if (fault == null) {
        throw new IllegalArgumentException("body: not a JSON object");
      }
      ScenarioReader.addFault(credentials, fault);
      send(request, 200, Json.object().put("added", true));
    } catch (IllegalArgumentException invalid) {
      send(request, 400, Json.object().put("error", invalid.getMessage()));
    }
  }

  private static ObjectNode summary(List<ReceivedRequest> requests) {
    ObjectNode body = Json.object();
    ArrayNode all = body.putArray("requests");
    for (ReceivedRequest request : requests) {
      ObjectNode entry =
          all.addObject()
              .put("id", request.id())
              .put("time", request.time().toString())
              .put("method", request.method())
              .put("uri", request.uri())
              .put("credential", request.credential())
              .put("model", request.model())
              .put("streamed", request.streamed())
              .put("status", request.status())
              .put("bodyBytes", request.body().length)
              .put("cacheRead", request.cacheRead())
              .put("cacheWrite", request.cacheWrite())
              .put("finished", request.finished());
      SimulatedApi api = request.api();
      entry.put("api", api == null ? null : api.name().toLowerCase(Locale.ROOT));
      CancelPhase cancelled = request.cancelled();
      entry.put("cancelled", cancelled == null ? null : cancelled.name());
    }
    return body;
  }

  private static void send(HttpServerRequest request, int status, JsonNode body) {
    request
        .response()
        .setStatusCode(status)
        .putHeader("content-type", "application/json")
        .end(Json.text(body));
  }
}
