package dev.mooring.gateway.recorded;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An answer of a real provider: a JSON document, or the events of a stream.
 *
 * @param events of a document, itself alone
 */
record Recording(String name, Spoken spoken, boolean stream, List<JsonNode> events) {
  private static final String STREAM = ".chunks.txt";

  /** The kinds of recordings that hold answers of language models, as their names begin. */
  private static final Set<String> KINDS = Set.of("chat", "responses");

  /** The events with which a stream ends; some files hold those of several turns. */
  private static final Set<String> ENDS =
      Set.of("message_stop", "response.completed", "response.incomplete", "response.failed");

  /** All answers of language models in a folder, one folder a provider. */
  static List<Recording> all(Path folder) {
    try (Stream<Path> files = Files.walk(folder.toRealPath())) {
      return files
          .filter(Recording::holdsAnswer)
          .sorted()
          .map(Recording::read)
          .filter(Recording::whole)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The body that the provider sent. */
  byte[] body() {
    return stream ? spoken.stream(events) : events.get(0).toString().getBytes(UTF_8);
  }

  /** The media type of the body. */
  String contentType() {
    return stream ? spoken.streamType() : "application/json";
  }

  /** What it says. */
  Said said() {
    return stream ? spoken.ear().stream(events) : spoken.ear().whole(events.get(0));
  }

  /** Whether the answer comes to its end, and begins only once. */
  private boolean whole() {
    Said said = said();
    long starts =
        events.stream()
            .filter(event -> event.path("type").asText().equals("message_start"))
            .map(event -> event.at("/message/id"))
            .distinct()
            .count();
    return starts < 2 && !(said.stop().isEmpty() && said.error().isEmpty());
  }

  @Override
  public String toString() {
    return name;
  }

  private static boolean holdsAnswer(Path file) {
    String name = file.getFileName().toString();
    int kind = name.indexOf("__");
    return (name.endsWith(".json") || name.endsWith(STREAM))
        && (kind < 0 || KINDS.contains(name.substring(0, kind)))
        && !name.contains("embedding")
        && !name.contains("transcription");
  }

  private static Recording read(Path file) {
    String name = file.getFileName().toString();
    boolean stream = name.endsWith(STREAM);
    List<JsonNode> events = new ArrayList<>();
    try {
      for (String text : stream ? Files.readAllLines(file) : List.of(Files.readString(file))) {
        JsonNode event = text.isBlank() ? null : Listening.parsedOrNull(text);
        if (event != null) {
          events.add(event);
          if (ENDS.contains(event.path("type").asText())) {
            break;
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String provider = String.valueOf(Objects.requireNonNull(file.getParent()).getFileName());
    return new Recording(provider + "/" + name, spoken(provider, name), stream, events);
  }

  private static Spoken spoken(String provider, String name) {
    return switch (provider) {
      case "amazon-bedrock" -> Spoken.CONVERSE;
      case "anthropic" -> Spoken.MESSAGES;
      case "google", "google-vertex" -> Spoken.GEMINI;
      case "azure" -> name.contains("deepseek") ? Spoken.CHAT : Spoken.RESPONSES;
      default -> name.startsWith("responses__") ? Spoken.RESPONSES : Spoken.CHAT;
    };
  }
}
