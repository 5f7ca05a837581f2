package dev.mooring.gateway.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A whole answer of the gateway, as a client received it. */
@SuppressWarnings("ArrayRecordComponent") // compared by none
public record Answer(int status, HttpHeaders headers, byte[] body) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One event of a stream; the name is empty where there is none. */
  public record Event(String name, String data) {
    /** The data as JSON. */
    public JsonNode json() {
      return parse(data.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The body as JSON. */
  public JsonNode json() {
    return parse(body);
  }

  /** A header's first value; empty where there is none. */
  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  /** The events of a stream; comments are left out. */
  public List<Event> events() {
    List<Event> events = new ArrayList<>();
    for (String block : text().split("\n\n|\r\n\r\n", -1)) {
      String name = "";
      List<String> data = new ArrayList<>();
      for (String line : block.split("\r?\n", -1)) {
        if (line.startsWith("event:")) {
          name = line.substring(6).strip();
        } else if (line.startsWith("data:")) {
          data.add(line.substring(5).stripLeading());
        }
      }
      if (!data.isEmpty()) {
        events.add(new Event(name, String.join("\n", data)));
      }
    }
    return events;
  }

  /** {@code gateway} of the metadata, wherever the API puts it; missing where there is none. */
  public JsonNode gateway() {
    if (!header("content-type").startsWith("text/event-stream")) {
      return json().path("provider_metadata").path("gateway");
    }
    for (Event event : events()) {
      if (event.data().equals("[DONE]")) {
        continue;
      }
      JsonNode json = event.json();
      for (JsonNode at : List.of(json, json.path("response"))) {
        JsonNode gateway = at.path("provider_metadata").path("gateway");
        if (gateway.has("routing")) {
          return gateway;
        }
      }
    }
    return parse("{}".getBytes(StandardCharsets.UTF_8)).path("none");
  }

  /** The routing part of the metadata. */
  public JsonNode routing() {
    return gateway().path("routing");
  }

  /** The outcome that the metadata tells; empty where it tells none. */
  public String outcome() {
    return routing().path("affinity").path("outcome").asText("");
  }

  /** The provider that served. */
  public String provider() {
    return routing().path("finalProvider").asText("");
  }

  /** Reads JSON. */
  public static JsonNode parse(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      throw new UncheckedIOException(new String(body, StandardCharsets.UTF_8), e);
    }
  }
}
