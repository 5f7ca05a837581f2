package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Blocking calls of a simulator with the JDK's client, so that tests read as sentences. */
final class SimulatorCalls {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Simulator simulator;

  /** Calls of this simulator. */
  SimulatorCalls(Simulator simulator) {
    this.simulator = simulator;
  }

  /** Posts a body with a key. */
  HttpResponse<String> post(String path, String key, String body) {
    return send(request(path, key, body), BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  /** Posts a body with a key; the answer's bytes as they came. */
  HttpResponse<byte[]> postForBytes(String path, String key, String body) {
    return send(request(path, key, body), BodyHandlers.ofByteArray());
  }

  /** Posts a body with these headers, names and values in turn. */
  HttpResponse<String> postWith(String path, String body, String... headers) {
    return send(
        HttpRequest.newBuilder(URI.create(simulator.origin() + path))
            .headers(headers)
            .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8))
            .build(),
        BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  /** Posts a body and reads the answer, which must be an error of this status. */
  JsonNode refused(int status, String path, String key, String body) {
    HttpResponse<String> response = post(path, key, body);
    if (response.statusCode() != status) {
      throw new AssertionError(response.statusCode() + ": " + response.body());
    }
    return json(response.body());
  }

  /** Gets a path with a key. */
  HttpResponse<String> get(String path, String key) {
    return send(
        HttpRequest.newBuilder(URI.create(simulator.origin() + path))
            .header("authorization", "Bearer " + key)
            .build(),
        BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  /** Posts a body and reads the answer, which must be a 200. */
  JsonNode ok(String path, String key, String body) {
    HttpResponse<String> response = post(path, key, body);
    if (response.statusCode() != 200) {
      throw new AssertionError(response.statusCode() + ": " + response.body());
    }
    return json(response.body());
  }

  /** The JSON of a text. */
  static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (IOException malformed) {
      throw new UncheckedIOException(text, malformed);
    }
  }

  /** The data of a stream's events that are JSON, in order. */
  static List<JsonNode> events(String stream) {
    List<JsonNode> events = new ArrayList<>();
    for (String line : stream.lines().toList()) {
      if (line.startsWith("data: {")) {
        events.add(json(line.substring(6)));
      }
    }
    return events;
  }

  private HttpRequest request(String path, String key, String body) {
    return HttpRequest.newBuilder(URI.create(simulator.origin() + path))
        .header("authorization", "Bearer " + key)
        .header("content-type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8))
        .build();
  }

  private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return client.send(request, handler);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }
}
