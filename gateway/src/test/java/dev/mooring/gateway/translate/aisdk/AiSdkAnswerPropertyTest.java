package dev.mooring.gateway.translate.aisdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.Deltas;
import dev.mooring.gateway.translate.model.Feature;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.RandomAnswers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A streamed answer, put together as a client does, is the whole answer. */
class AiSdkAnswerPropertyTest {
  private static final int ANSWERS = 300;

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void aStreamPutTogetherIsTheWholeAnswer(int version) throws IOException {
    RandomAnswers answers = new RandomAnswers(version, EnumSet.allOf(Feature.class), "id_");
    Random random = new Random(version);
    for (int i = 0; i < ANSWERS; i++) {
      ModelAnswer answer = answers.next();
      AnswerContext context =
          new AnswerContext(
              "m",
              "abc",
              Instant.ofEpochMilli(1_800_000_000_000L),
              ModelRequest.of(List.of()),
              version);
      JsonNode whole = Json.read(new AiSdkWholeAnswerWriter().write(answer, context));
      AiSdkAnswerWriter writer = new AiSdkAnswerWriter(context);
      Deltas.play(answer, writer, random);
      String stream = new String(writer.take(), StandardCharsets.UTF_8);
      assertThat(together(stream)).as(stream).isEqualTo(whole);
    }
  }

  /** Puts a stream together, and holds it against the order that clients rely on. */
  private static JsonNode together(String stream) throws IOException {
    ObjectNode whole = Json.MAPPER.createObjectNode();
    ArrayNode content = whole.putArray("content");
    Map<String, ObjectNode> open = new LinkedHashMap<>();
    ObjectNode response = Json.MAPPER.createObjectNode();
    for (String event : stream.split("\n\n", -1)) {
      if (event.isEmpty()) {
        continue;
      }
      assertThat(event).startsWith("data: {").doesNotContain("\n");
      ObjectNode part = (ObjectNode) Json.MAPPER.readTree(event.substring("data: ".length()));
      String type = part.remove("type").textValue();
      String id = part.path("id").asText();
      switch (type) {
        case "stream-start" -> assertThat(part.path("warnings").isEmpty()).isTrue();
        case "response-metadata" -> response = part;
        case "text-start", "reasoning-start" ->
            open.put(
                id, content.addObject().put("type", type.replace("-start", "")).put("text", ""));
        case "tool-input-start" -> open.put(id, Json.MAPPER.createObjectNode().put("text", ""));
        case "text-delta", "reasoning-delta", "tool-input-delta" -> {
          ObjectNode said = Objects.requireNonNull(open.get(id));
          said.put("text", said.path("text").asText() + part.path("delta").asText());
        }
        case "text-end", "reasoning-end" -> {
          ObjectNode said = Objects.requireNonNull(open.remove(id));
          if (part.has("providerMetadata")) {
            said.set("providerMetadata", part.get("providerMetadata"));
          }
        }
        case "tool-input-end" -> {}
        case "tool-call" -> {
          ObjectNode input = Objects.requireNonNull(open.remove(part.path("toolCallId").asText()));
          assertThat(part.path("input").asText()).isEqualTo(input.path("text").asText());
          content.add(with(type, part));
        }
        case "file", "source" -> content.add(with(type, part));
        case "finish" -> {
          assertThat(open).as("what is still open at the end").isEmpty();
          whole.setAll(part);
        }
        default -> throw new AssertionError(type);
      }
    }
    whole.putArray("warnings");
    whole.set("response", response);
    return whole;
  }

  private static ObjectNode with(String type, ObjectNode part) {
    ObjectNode typed = Json.MAPPER.createObjectNode().put("type", type);
    typed.setAll(part);
    return typed;
  }
}
