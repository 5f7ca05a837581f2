package dev.mooring.gateway.translate.converse;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.api.Frames;
import dev.mooring.gateway.translate.model.AnswerCollector;
import dev.mooring.gateway.translate.model.Deltas;
import dev.mooring.gateway.translate.model.Feature;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.RandomAnswers;
import dev.mooring.gateway.translate.model.RandomRequests;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.StrictSink;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of Converse that any request keeps, and answers that are read as they were meant. */
class ConversePropertyTest {
  private static final int ROUNDS = 200;
  private static final Set<Feature> OF_ANSWERS =
      EnumSet.of(
          Feature.SEVERAL_TEXTS,
          Feature.REASONING,
          Feature.SEALS,
          Feature.REDACTED,
          Feature.CALLS,
          Feature.ANY_ORDER,
          Feature.CACHE_WRITES,
          Feature.HOUR_WRITES);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "anthropic.claude-sonnet-4-5-20250929-v1:0",
        "us.amazon.nova-pro-v1:0",
        "mistral.mistral-large-2407-v1:0"
      })
  void anyRequestKeepsTheRulesOfTheApi(String model) {
    EnumSet<Feature> features = EnumSet.complementOf(EnumSet.of(Feature.IMAGE_URLS));
    RandomRequests requests = new RandomRequests(12, features);
    for (int i = 0; i < ROUNDS; i++) {
      ModelRequest request = requests.next();
      JsonNode body = written(request, model);

      assertThat(body).isEqualTo(written(request, model));
      assertThat(body.findValues("cachePoint")).hasSizeLessThanOrEqualTo(4);
      String speaker = "";
      List<String> called = List.of();
      for (JsonNode message : body.path("messages")) {
        assertThat(message.path("role").asText()).isIn("user", "assistant").isNotEqualTo(speaker);
        assertThat(ids(message, "toolResult")).isEqualTo(called);
        called = ids(message, "toolUse");
        speaker = message.path("role").asText();
        blocksAreSound(message.path("content"));
      }
      if (!body.findValues("toolUse").isEmpty()) {
        assertThat(body.at("/toolConfig/tools")).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void answersAreReadAsTheyWereMeantWholeAndStreamed(long seed) {
    RandomAnswers answers = new RandomAnswers(seed, OF_ANSWERS, "r");
    Random random = new Random(seed);
    for (int i = 0; i < ROUNDS; i++) {
      ModelAnswer answer = bedrocks(answers.next());
      ObjectNode body = JsonNodeFactory.instance.objectNode();
      body.putObject("output")
          .putObject("message")
          .putArray("content")
          .addAll(answer.parts().stream().map(ConversePropertyTest::block).toList());
      body.put("stopReason", stop(answer)).set("usage", usage(answer));

      assertThat(new ConverseAnswerReader().read(body.toString().getBytes(StandardCharsets.UTF_8)))
          .isEqualTo(answer);

      AnswerCollector told = new AnswerCollector();
      Deltas.feed(new ConverseAnswerParser(new StrictSink(told)), stream(answer, random), random);
      assertThat(told.answer()).isEqualTo(answer);
    }
  }

  private static void blocksAreSound(JsonNode content) {
    assertThat(content).isNotEmpty();
    boolean text = false;
    boolean document = false;
    for (JsonNode block : content) {
      assertThat(block.size()).isOne();
      if (block.has("text")) {
        assertThat(block.path("text").asText()).isNotBlank();
        text = true;
      }
      document |= block.has("document");
    }
    assertThat(text || !document).isTrue();
  }

  private static List<String> ids(JsonNode message, String kind) {
    List<String> ids = new ArrayList<>();
    message.findValues(kind).forEach(block -> ids.add(block.path("toolUseId").asText()));
    return ids;
  }

  /** An answer as Bedrock could give it: seals are Anthropic's. */
  private static ModelAnswer bedrocks(ModelAnswer answer) {
    List<Part> parts = new ArrayList<>();
    for (Part part : answer.parts()) {
      if (part instanceof Part.Reasoning thought && thought.signature() != null) {
        Signature seal = thought.signature();
        parts.add(
            new Part.Reasoning(
                thought.text(),
                new Signature(Signature.Family.ANTHROPIC, seal.value(), seal.redacted())));
      } else {
        parts.add(part);
      }
    }
    boolean calls = parts.stream().anyMatch(Part.ToolCall.class::isInstance);
    TokenUsage usage = Objects.requireNonNull(answer.usage());
    return new ModelAnswer(
        null,
        null,
        List.copyOf(parts),
        calls ? StopReason.TOOL_CALLS : StopReason.END,
        null,
        new TokenUsage(
            usage.input(),
            usage.cacheRead(),
            usage.cacheWrite(),
            usage.cacheWrite1h(),
            usage.output(),
            0));
  }

  private static String stop(ModelAnswer answer) {
    return answer.stop() == StopReason.TOOL_CALLS ? "tool_use" : "end_turn";
  }

  private static ObjectNode usage(ModelAnswer answer) {
    TokenUsage usage = Objects.requireNonNull(answer.usage());
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("inputTokens", usage.uncached())
            .put("cacheReadInputTokens", usage.cacheRead())
            .put("cacheWriteInputTokens", usage.cacheWrite())
            .put("outputTokens", usage.output());
    node.putArray("cacheDetails")
        .addObject()
        .put("ttl", "1h")
        .put("inputTokens", usage.cacheWrite1h());
    return node;
  }

  private static ObjectNode block(Part part) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    if (part instanceof Part.Text text) {
      node.put("text", text.text());
    } else if (part instanceof Part.ToolCall call) {
      node.putObject("toolUse")
          .put("toolUseId", call.id())
          .put("name", call.name())
          .set("input", Json.readOrNull(call.arguments()));
    } else if (part instanceof Part.Reasoning thought) {
      Signature seal = thought.signature();
      if (seal != null && seal.redacted()) {
        node.putObject("reasoningContent").put("redactedContent", seal.value());
      } else {
        ObjectNode text = node.putObject("reasoningContent").putObject("reasoningText");
        text.put("text", thought.text());
        if (seal != null) {
          text.put("signature", seal.value());
        }
      }
    }
    return node;
  }

  private static byte[] stream(ModelAnswer answer, Random random) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(Frames.event("messageStart", "{\"role\":\"assistant\"}"));
    for (int i = 0; i < answer.parts().size(); i++) {
      block(i, answer.parts().get(i), random, out);
      out.writeBytes(Frames.event("contentBlockStop", at(i).toString()));
    }
    out.writeBytes(Frames.event("messageStop", "{\"stopReason\":\"" + stop(answer) + "\"}"));
    out.writeBytes(Frames.event("metadata", "{\"usage\":" + usage(answer) + "}"));
    return out.toByteArray();
  }

  private static void block(int index, Part part, Random random, ByteArrayOutputStream out) {
    if (part instanceof Part.Text text) {
      for (String piece : pieces(text.text(), random)) {
        delta(index, JsonNodeFactory.instance.objectNode().put("text", piece), out);
      }
    } else if (part instanceof Part.ToolCall call) {
      ObjectNode start = at(index);
      start
          .putObject("start")
          .putObject("toolUse")
          .put("toolUseId", call.id())
          .put("name", call.name());
      out.writeBytes(Frames.event("contentBlockStart", start.toString()));
      for (String piece : pieces(call.arguments(), random)) {
        ObjectNode delta = JsonNodeFactory.instance.objectNode();
        delta.putObject("toolUse").put("input", piece);
        delta(index, delta, out);
      }
    } else if (part instanceof Part.Reasoning thought) {
      for (String piece : pieces(thought.text(), random)) {
        reasoning(index, "text", piece, out);
      }
      Signature seal = thought.signature();
      if (seal != null) {
        reasoning(index, seal.redacted() ? "redactedContent" : "signature", seal.value(), out);
      }
    }
  }

  private static void reasoning(int index, String field, String text, ByteArrayOutputStream out) {
    ObjectNode delta = JsonNodeFactory.instance.objectNode();
    delta.putObject("reasoningContent").put(field, text);
    delta(index, delta, out);
  }

  private static void delta(int index, ObjectNode delta, ByteArrayOutputStream out) {
    ObjectNode event = at(index);
    event.set("delta", delta);
    out.writeBytes(Frames.event("contentBlockDelta", event.toString()));
  }

  private static ObjectNode at(int index) {
    return JsonNodeFactory.instance.objectNode().put("contentBlockIndex", index);
  }

  private static List<String> pieces(String text, Random random) {
    if (text.length() < 2) {
      return text.isEmpty() ? List.of() : List.of(text);
    }
    int cut = text.offsetByCodePoints(0, random.nextInt(text.codePointCount(0, text.length())));
    return List.of(text.substring(0, cut), text.substring(cut));
  }

  private static JsonNode written(ModelRequest request, String model) {
    byte[] body =
        new ConverseRequestWriter()
            .write(
                request,
                new Target(model, "bedrock", null, Set.of(), true),
                (feature, details) -> assertThat(details).isNotBlank());
    return Asked.json(new String(body, StandardCharsets.UTF_8));
  }
}
