package dev.mooring.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.affinity.CacheMarker;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.MarkerPoint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A turn whose beginning is known says the same as one of which nothing is: random conversations
 * that grow, whose cache markers move, that are edited, cut short and broken.
 */
final class KnownConversationPropertyTest {
  private static final int SEEDS = 15;
  private static final int TURNS = 8;
  private static final List<String> TEXTS =
      List.of(
          "The test fails because `Server.start()` is called twice.\n",
          "\tif (entry.getValue() == null) {\n",
          "Größe: 12 µs — “fine” 🚀 ",
          "\"quoted\" \\ and \\u0041 ",
          " ");

  private final Finds prefixes = new Finds();

  /** Counts how often something was known. */
  private static final class Finds extends KnownPrefixes {
    private int found;

    Finds() {
      super(10_000_000);
    }

    @Override
    synchronized @Nullable KnownPrefix find(PrefixHashes hashes) {
      KnownPrefix known = super.find(hashes);
      found += known == null ? 0 : 1;
      return known;
    }
  }

  private static Stream<Arguments> seeds() {
    return IntStream.range(0, SEEDS)
        .boxed()
        .flatMap(seed -> Arrays.stream(Api.values()).map(api -> Arguments.of(api, (long) seed)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aTurnIsReadAsIfNothingWereKnown(Api api, long seed) {
    Conversation conversation = new Conversation(api, new Random(seed));
    for (int turn = 0; turn < TURNS; turn++) {
      conversation.goOn();
      byte[] body = conversation.body();
      assertThat(told(api, body, prefixes)).isEqualTo(told(api, body, unknown()));
    }
    assertThat(prefixes.found).as("turns whose beginning was known").isPositive();
  }

  @Test
  void eachTurnOfAConversationThatOnlyGrowsKnowsTheOneBefore() {
    String message = "{\"role\":\"user\",\"content\":\"" + "y".repeat(3_000) + "\"}";
    StringBuilder body = new StringBuilder("{\"model\":\"m\",\"messages\":[" + message);
    for (int turn = 0; turn < 12; turn++) {
      for (int i = 0; i < 5; i++) {
        body.append(',').append(message);
      }
      EnvelopeReader.chat(Api.MESSAGES, (body + "]}").getBytes(StandardCharsets.UTF_8), prefixes);
      assertThat(prefixes.found).isEqualTo(turn);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aBrokenTurnIsRefusedAsIfNothingWereKnown(Api api, long seed) {
    Random random = new Random(seed);
    Conversation conversation = new Conversation(api, random);
    for (int turn = 0; turn < TURNS; turn++) {
      conversation.goOn();
    }
    byte[] whole = conversation.body();
    told(api, whole, prefixes);
    assertThat(prefixes.heapBytes()).as("something is known").isPositive();
    for (int i = 0; i < 24; i++) {
      byte[] broken = whole.clone();
      if (random.nextBoolean()) {
        broken[random.nextInt(broken.length)] = (byte) "\"{}[],:\\\n\0\u00ff1".charAt(i % 12);
      } else {
        broken = Arrays.copyOf(whole, random.nextInt(whole.length));
      }
      assertThat(outcome(api, broken, prefixes)).isEqualTo(outcome(api, broken, unknown()));
    }
  }

  @Test
  void aNumberThatGoesOnBehindABlockIsReadWhole() {
    String opening = "[{\"role\":\"user\",\"content\":\"%s\"},12";
    String padding = "x".repeat(PrefixHashes.BLOCK - opening.length() + 2);
    String beginning = "{\"model\":\"m\",\"messages\":" + opening.formatted(padding);
    String message = ",{\"role\":\"user\",\"content\":\"" + "y".repeat(4_000) + "\"}";
    String ending = message.repeat(3) + "]}";
    told(Api.MESSAGES, (beginning + ending).getBytes(StandardCharsets.UTF_8), prefixes);
    byte[] other = (beginning + "3" + ending).getBytes(StandardCharsets.UTF_8);
    assertThat(told(Api.MESSAGES, other, prefixes)).isEqualTo(told(Api.MESSAGES, other, unknown()));
    assertThat(prefixes.heapBytes()).as("something is known").isPositive();
  }

  private static KnownPrefixes unknown() {
    return new KnownPrefixes(0);
  }

  private static Object outcome(Api api, byte[] body, KnownPrefixes prefixes) {
    List<Object> told = new ArrayList<>();
    Throwable thrown = catchThrowable(() -> told.addAll(told(api, body, prefixes)));
    return thrown == null ? told : thrown.toString();
  }

  /** All that a body tells, as text where it is bytes. */
  private static List<Object> told(Api api, byte[] body, KnownPrefixes prefixes) {
    Envelope envelope = Envelope.read(api, body, prefixes);
    List<Object> told = new ArrayList<>();
    told.add(envelope.continuity());
    told.add(envelope.marked());
    told.add(envelope.asksOneHour());
    told.add(envelope.hasStrippableState());
    told.add(envelope.promptTokens());
    told.add(envelope.chargedPromptTokens());
    told.add(envelope.opening());
    told.add(envelope.fingerprint("team"));
    for (CacheMarker marker : CacheMarker.values()) {
      for (MarkerPoint point : points()) {
        List<MarkerPoint> points = point.index() == null ? List.of() : List.of(point);
        CacheMarking marking = new CacheMarking(marker, true, points, 3);
        boolean strips = point.role() != null;
        byte[] sent = envelope.upstreamBody("other", true, strips, marking, PlainShape.IN_BODY);
        told.add(new String(sent, StandardCharsets.UTF_8));
      }
    }
    return told;
  }

  private static List<MarkerPoint> points() {
    return List.of(
        new MarkerPoint(null, null), new MarkerPoint("user", 2), new MarkerPoint(null, -4));
  }

  /** A conversation of an API as an agent has it. */
  private static final class Conversation {
    private final Api api;
    private final Random random;
    private final ArrayNode messages = JsonNodeFactory.instance.arrayNode();

    Conversation(Api api, Random random) {
      this.api = api;
      this.random = random;
      if (api == Api.CHAT || api == Api.AI_SDK) {
        messages.addObject().put("role", "system").put("content", text());
      }
      if (random.nextBoolean()) {
        messages.add(random.nextInt());
      }
    }

    /** Adds a turn; now and then what was there is edited, or the oldest is left out. */
    void goOn() {
      switch (random.nextInt(8)) {
        case 0 -> messages.remove(messages.size() - 1);
        case 1 -> messages.remove(random.nextInt(messages.size()));
        default -> {}
      }
      for (int i = 1 + random.nextInt(5); i > 0; i--) {
        if (random.nextInt(9) == 0) {
          messages.add("no object");
        }
        message("user", random.nextBoolean());
        message("assistant", true);
        state();
      }
      moveMarkers();
    }

    private void message(String role, boolean blocks) {
      ObjectNode message = messages.addObject();
      if (api == Api.RESPONSES) {
        message.put("type", "message");
      }
      message.put("role", role);
      if (!blocks) {
        message.put("content", text());
        return;
      }
      ArrayNode content = message.putArray("content");
      for (int i = random.nextInt(3); i >= 0; i--) {
        String type = api == Api.RESPONSES ? "input_text" : "text";
        content.addObject().put("type", type).put("text", text());
      }
    }

    /** Adds what only one account can read. */
    private void state() {
      String sealed = "s" + random.nextLong();
      switch (random.nextInt(4)) {
        case 0 -> {
          ObjectNode item = messages.addObject().put("type", "reasoning");
          item.put("encrypted_content", sealed);
        }
        case 1 -> {
          ObjectNode block =
              messages.addObject().put("role", "assistant").putArray("content").addObject();
          block.put("type", api == Api.AI_SDK ? "reasoning" : "thinking").put("signature", sealed);
          block.putObject("providerOptions").putObject("anthropic").put("signature", sealed);
        }
        case 2 -> {
          ObjectNode block =
              messages.addObject().put("role", "user").putArray("content").addObject();
          block.put("type", "document").putObject("source").put("file_id", "file-" + sealed);
        }
        default -> {}
      }
    }

    /** Marks the last message alone, as agents do, sometimes for an hour. */
    private void moveMarkers() {
      if (random.nextInt(3) == 0) {
        return;
      }
      messages.findParents("cache_control").forEach(o -> ((ObjectNode) o).remove("cache_control"));
      JsonNode last = messages.get(messages.size() - 1).path("content").path(0);
      if (last instanceof ObjectNode block) {
        ObjectNode marker = block.putObject("cache_control").put("type", "ephemeral");
        if (random.nextBoolean()) {
          marker.put("ttl", "1h");
        }
      }
    }

    byte[] body() {
      ObjectNode body = JsonNodeFactory.instance.objectNode().put("model", "m");
      if (random.nextInt(5) == 0) {
        body.put("temperature", random.nextDouble());
      }
      body.set(Envelope.conversationField(api), messages);
      if (api == Api.MESSAGES) {
        body.put("system", "Be brief.");
      }
      return body.toString().getBytes(StandardCharsets.UTF_8);
    }

    private String text() {
      StringBuilder text = new StringBuilder();
      for (int i = 1 + random.nextInt(60); i > 0; i--) {
        text.append(TEXTS.get(random.nextInt(TEXTS.size())));
      }
      return text.toString();
    }
  }
}
