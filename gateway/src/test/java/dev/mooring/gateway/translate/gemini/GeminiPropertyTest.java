package dev.mooring.gateway.translate.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of Gemini's API that any request keeps, and answers that are read as they were meant. */
class GeminiPropertyTest {
  private static final int ROUNDS = 200;
  private static final Set<Feature> OF_ANSWERS =
      EnumSet.of(
          Feature.SEVERAL_TEXTS,
          Feature.IMAGES,
          Feature.REASONING,
          Feature.SEALS,
          Feature.CALLS,
          Feature.CALL_SEALS,
          Feature.SOURCES,
          Feature.ANY_ORDER,
          Feature.REASONING_TOKENS);

  @ParameterizedTest
  @ValueSource(strings = {"gemini-3.1-pro-preview", "gemini-2.5-flash"})
  void anyRequestKeepsTheRulesOfTheApi(String model) {
    RandomRequests requests = new RandomRequests(11, EnumSet.allOf(Feature.class));
    for (int i = 0; i < ROUNDS; i++) {
      ModelRequest request = requests.next();
      JsonNode body = written(request, model);

      assertThat(body).isEqualTo(written(request, model));
      String speaker = "";
      int calls = 0;
      for (JsonNode content : body.path("contents")) {
        assertThat(content.path("role").asText()).isIn("user", "model").isNotEqualTo(speaker);
        assertThat(content.path("parts")).isNotEmpty();
        int results = content.findValues("functionResponse").size();
        assertThat(results).isEqualTo(calls);
        calls = content.findValues("functionCall").size();
        speaker = content.path("role").asText();
        callsAreSealed(content, model);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void answersAreReadAsTheyWereMeantWholeAndStreamed(long seed) {
    RandomAnswers answers = new RandomAnswers(seed, OF_ANSWERS, "r");
    Random random = new Random(seed);
    for (int i = 0; i < ROUNDS; i++) {
      ModelAnswer answer = googles(answers.next());
      List<ObjectNode> parts = answer.parts().stream().map(GeminiPropertyTest::part).toList();
      ArrayNode pages = JsonNodeFactory.instance.arrayNode();
      parts.stream().filter(part -> part.has("web")).forEach(pages::add);
      List<ObjectNode> said = parts.stream().filter(part -> !part.has("web")).toList();

      ModelAnswer whole =
          new GeminiAnswerReader().read(bytes(response(answer, said, pages, true).toString()));
      assertThat(whole).isEqualTo(answer);

      StringBuilder stream = new StringBuilder();
      for (ObjectNode part : said) {
        for (ObjectNode piece : pieces(part, random)) {
          stream.append(sse(response(answer, List.of(piece), null, false)));
        }
      }
      stream.append(sse(response(answer, List.of(), pages, true)));
      AnswerCollector told = new AnswerCollector();
      Deltas.feed(new GeminiAnswerParser(new StrictSink(told)), bytes(stream.toString()), random);
      assertThat(told.answer()).isEqualTo(answer);
    }
  }

  /** The first call of each turn has a seal where Gemini 3 wants one. */
  private static void callsAreSealed(JsonNode content, String model) {
    for (JsonNode part : content.path("parts")) {
      if (part.has("functionCall") && model.startsWith("gemini-3")) {
        assertThat(part.path("thoughtSignature").asText()).isNotEmpty();
        return;
      }
    }
  }

  /** An answer as Gemini could give it: seals are its own, neighbouring texts are one. */
  private static ModelAnswer googles(ModelAnswer answer) {
    List<Part> parts = new ArrayList<>();
    List<Part> pages = new ArrayList<>();
    for (Part part : answer.parts()) {
      Part last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
      if (part instanceof Part.Source) {
        pages.add(part);
      } else if (part instanceof Part.Text text && last instanceof Part.Text before) {
        parts.set(parts.size() - 1, new Part.Text(before.text() + text.text(), null));
      } else if (part instanceof Part.Reasoning thought && thought.signature() != null) {
        String seal = thought.signature().value();
        parts.add(new Part.Reasoning(thought.text(), new Signature(Signature.Family.GOOGLE, seal)));
      } else if (part instanceof Part.Media media) {
        parts.add(new Part.Media(media.mediaType(), media.source(), null, null, null));
      } else {
        parts.add(part);
      }
    }
    parts.addAll(pages);
    boolean calls = parts.stream().anyMatch(Part.ToolCall.class::isInstance);
    TokenUsage usage = Objects.requireNonNull(answer.usage());
    return new ModelAnswer(
        answer.id(),
        answer.model(),
        List.copyOf(parts),
        calls ? StopReason.TOOL_CALLS : StopReason.END,
        null,
        new TokenUsage(usage.input(), usage.cacheRead(), 0, 0, usage.output(), usage.reasoning()));
  }

  private static ObjectNode part(Part part) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    if (part instanceof Part.Text text) {
      node.put("text", text.text());
    } else if (part instanceof Part.Reasoning thought) {
      node.put("text", thought.text()).put("thought", true);
      seal(node, thought.signature());
    } else if (part instanceof Part.ToolCall call) {
      node.putObject("functionCall")
          .put("id", call.id())
          .put("name", call.name())
          .set("args", Json.readOrNull(call.arguments()));
      seal(node, call.signature());
    } else if (part instanceof Part.Media media) {
      node.putObject("inlineData")
          .put("mimeType", media.mediaType())
          .put("data", ((Part.Media.Source.Data) media.source()).base64());
    } else if (part instanceof Part.Source source) {
      node.putObject("web").put("uri", source.url()).put("title", source.title());
    }
    return node;
  }

  private static void seal(ObjectNode node, @Nullable Signature signature) {
    if (signature != null) {
      node.put("thoughtSignature", signature.value());
    }
  }

  /** A part in one piece or several; the seal stands on the last. */
  private static List<ObjectNode> pieces(ObjectNode part, Random random) {
    String text = part.path("text").asText("");
    if (text.length() < 2) {
      return List.of(part);
    }
    int cut = text.offsetByCodePoints(0, random.nextInt(text.codePointCount(0, text.length())));
    ObjectNode first = part.deepCopy().put("text", text.substring(0, cut));
    first.remove("thoughtSignature");
    return List.of(first, part.deepCopy().put("text", text.substring(cut)));
  }

  private static ObjectNode response(
      ModelAnswer answer, List<ObjectNode> parts, @Nullable ArrayNode pages, boolean last) {
    ObjectNode response = JsonNodeFactory.instance.objectNode();
    ObjectNode candidate = response.putArray("candidates").addObject();
    candidate.putObject("content").put("role", "model").putArray("parts").addAll(parts);
    if (pages != null) {
      candidate.putObject("groundingMetadata").set("groundingChunks", pages);
    }
    if (last) {
      candidate.put("finishReason", "STOP");
    }
    TokenUsage usage = Objects.requireNonNull(answer.usage());
    response
        .putObject("usageMetadata")
        .put("promptTokenCount", usage.input())
        .put("cachedContentTokenCount", usage.cacheRead())
        .put("candidatesTokenCount", usage.output() - usage.reasoning())
        .put("thoughtsTokenCount", usage.reasoning());
    return response.put("modelVersion", answer.model()).put("responseId", answer.id());
  }

  private static String sse(ObjectNode response) {
    return "data: " + response + "\n\n";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static JsonNode written(ModelRequest request, String model) {
    byte[] body =
        new GeminiRequestWriter()
            .write(
                request,
                new Target(model, "google", null, Set.of(), true),
                (feature, details) -> assertThat(details).isNotBlank());
    return Asked.json(new String(body, StandardCharsets.UTF_8));
  }
}
