package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Part;
import java.util.HashSet;
import java.util.Set;

/** The pages that an answer leans on, from its {@code groundingMetadata}; each told once. */
final class GeminiSources {
  private final Set<String> told = new HashSet<>(0);

  /** Tells the pages that are new. */
  void tell(JsonNode metadata, AnswerSink sink) {
    for (JsonNode chunk : metadata.path("groundingChunks")) {
      JsonNode page = page(chunk);
      String url = page.path("image".equals(kind(chunk)) ? "sourceUri" : "uri").asText("");
      if (url.startsWith("http") && told.add(url)) {
        String title = page.path("title").asText("");
        sink.source(new Part.Source(url, title.isEmpty() ? null : title));
      }
    }
  }

  private static JsonNode page(JsonNode chunk) {
    return chunk.path(kind(chunk));
  }

  private static String kind(JsonNode chunk) {
    for (String kind : new String[] {"web", "image", "retrievedContext"}) {
      if (chunk.path(kind).isObject()) {
        return kind;
      }
    }
    return "maps";
  }
}
