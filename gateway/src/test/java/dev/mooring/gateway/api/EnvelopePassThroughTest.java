package dev.mooring.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.Api;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The body that goes upstream is the caller's bytes with splices. Each random body is built from a
 * list of members, so that the bytes to expect are known without any parsing.
 */
final class EnvelopePassThroughTest {
  private static final int SEEDS = 150;
  private static final String UPSTREAM = "us.anthropic.claude-\u00e9";

  private static Stream<Arguments> seeds() {
    return IntStream.range(0, SEEDS)
        .boxed()
        .flatMap(seed -> Api.spoken().stream().map(api -> Arguments.of(api, (long) seed)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void onlyOurFieldsAndTheModelChange(Api api, long seed) {
    RandomBody body = new RandomBody(api, new Random(seed));
    Envelope envelope = Envelope.read(api, body.sent());

    assertThat(envelope.model()).isEqualTo("asked/model \ud83d\ude80");
    assertThat(text(envelope.upstreamBody(UPSTREAM, false, false)))
        .isEqualTo(body.expected("\"" + UPSTREAM + "\"", ""));
    assertThat(text(envelope.upstreamBody(UPSTREAM, false, false)))
        .as("the same request gives the same bytes")
        .isEqualTo(text(Envelope.read(api, body.sent()).upstreamBody(UPSTREAM, false, false)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theModelKeepsItsBytesWhereItsNameStays(Api api, long seed) {
    RandomBody body = new RandomBody(api, new Random(seed));
    Envelope envelope = Envelope.read(api, body.sent());

    byte[] upstream = envelope.upstreamBody(envelope.model(), false, false);

    assertThat(text(upstream)).isEqualTo(body.expected(null, ""));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void usageIsAskedForAtTheEnd(Api api, long seed) {
    RandomBody body = new RandomBody(api, new Random(seed));
    Envelope envelope = Envelope.read(api, body.sent());

    byte[] upstream = envelope.upstreamBody(UPSTREAM, true, false);

    String added =
        api == Api.CHAT && envelope.stream() ? ",\"stream_options\":{\"include_usage\":true}" : "";
    assertThat(text(upstream)).isEqualTo(body.expected("\"" + UPSTREAM + "\"", added));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** One member as text: all before the name, the name, all up to the value, the value. */
  private record Part(
      String before, String name, String colon, String value, String after, boolean ours) {

    private String whole() {
      return name + colon + value;
    }
  }

  /** A random JSON object that is a request of an API. */
  private static final class RandomBody {
    private final Random random;
    private final List<Part> parts = new ArrayList<>();
    private final boolean mark;
    private final String close;

    private RandomBody(Api api, Random random) {
      this.random = random;
      this.mark = random.nextInt(5) == 0;
      this.close = space();
      List<Part> all = new ArrayList<>();
      all.add(part("model", "\"asked\\/model " + rocket() + "\"", false));
      all.add(part("stream", random.nextBoolean() ? "true" : "false", false));
      all.add(part(api == Api.RESPONSES ? "input" : "messages", messages(), false));
      maybe(all, "providerOptions", "{\"gateway\":{\"order\":[\"a\"],\"x\":" + value(2) + "}}");
      maybe(all, "session_id", "\"s\\u00e9\"");
      maybe(all, "caching", "\"auto\"");
      maybe(all, "cache_ttl", "\"1h\"");
      maybe(all, "cache_anchor_items", "[1,2 ]");
      maybe(all, "models", "[ \"b\" ]");
      maybe(all, "provider", "{ \"only\": [ ] }");
      int unknown = random.nextInt(6);
      for (int i = 0; i < unknown; i++) {
        all.add(part("unknown" + i + "\\\"", value(3), false));
      }
      Collections.shuffle(all, random);
      parts.addAll(all);
    }

    private byte[] sent() {
      StringBuilder text = new StringBuilder(mark ? "\ufeff" : "").append("{");
      for (int i = 0; i < parts.size(); i++) {
        Part part = parts.get(i);
        text.append(i == 0 ? "" : ",").append(part.before()).append(part.whole());
        text.append(part.after());
      }
      return text.append("}").append(close).toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The bytes to expect: a cut member takes the comma after it, the last ones that before. */
    private String expected(@Nullable String model, String added) {
      StringBuilder text = new StringBuilder("{");
      int last = parts.size() - 1;
      while (parts.get(last).ours()) {
        last--;
      }
      boolean first = true;
      String lead = parts.get(0).before();
      for (int i = 0; i <= last; i++) {
        Part part = parts.get(i);
        if (part.ours()) {
          continue;
        }
        boolean afterCut = i > 0 && parts.get(i - 1).ours();
        String before = afterCut ? beforeRun(i) : part.before();
        text.append(first ? "" : ",").append(first ? lead : before);
        boolean isModel = model != null && part.value().startsWith("\"asked");
        text.append(isModel ? part.name() + part.colon() + model : part.whole());
        text.append(i == last ? tail(last, added) : part.after());
        first = false;
      }
      return text.append("}").append(close).toString();
    }

    /** What stood before the first of the cut members that end before a member. */
    private String beforeRun(int kept) {
      int first = kept;
      while (first > 0 && parts.get(first - 1).ours()) {
        first--;
      }
      return parts.get(first).before();
    }

    /** What stands between the last kept value and the closing brace. */
    private String tail(int last, String added) {
      String after = parts.get(last).after();
      boolean cut = last < parts.size() - 1;
      return cut ? after + added + parts.get(parts.size() - 1).after() : added + after;
    }

    private void maybe(List<Part> all, String name, String value) {
      if (random.nextBoolean()) {
        all.add(part(name, value, true));
      }
    }

    private Part part(String name, String value, boolean ours) {
      return new Part(
          space(), "\"" + escaped(name) + "\"", space() + ":" + space(), value, space(), ours);
    }

    /** The name, with one character escaped at times. */
    private String escaped(String name) {
      if (random.nextInt(3) != 0) {
        return name;
      }
      int at = random.nextInt(4);
      return name.substring(0, at)
          + String.format("\\u%04x", (int) name.charAt(at))
          + name.substring(at + 1);
    }

    private String rocket() {
      return random.nextBoolean() ? "\ud83d\ude80" : "\\ud83d\\uDE80";
    }

    private String messages() {
      return "["
          + space()
          + "{\"role\":\"user\",\"content\":"
          + (random.nextBoolean() ? string() : "[{\"type\":\"text\",\"text\":" + string() + "}]")
          + ",\"extra\":"
          + value(3)
          + "}"
          + space()
          + "]";
    }

    private String value(int depth) {
      return switch (random.nextInt(depth == 0 ? 4 : 6)) {
        case 0 -> string();
        case 1 ->
            List.of("0", "-1.50e+07", "12345678901234567890123", "1E400").get(random.nextInt(4));
        case 2 -> List.of("true", "false", "null").get(random.nextInt(3));
        case 3 -> random.nextBoolean() ? "{" + space() + "}" : "[" + space() + "]";
        case 4 -> "[" + value(depth - 1) + space() + "," + space() + value(depth - 1) + "]";
        default ->
            "{\"model\""
                + space()
                + ":"
                + value(depth - 1)
                + ",\"session_id\":"
                + space()
                + value(depth - 1)
                + "}";
      };
    }

    private String string() {
      List<String> pieces =
          List.of(
              "a",
              "\\n",
              "\\\"",
              "\\\\",
              "\u00fc",
              "\u6f22",
              rocket(),
              "\\u0041",
              "},{",
              "session_id",
              " ");
      StringBuilder text = new StringBuilder("\"");
      int length = random.nextInt(12);
      for (int i = 0; i < length; i++) {
        text.append(pieces.get(random.nextInt(pieces.size())));
      }
      return text.append("\"").toString();
    }

    private String space() {
      return switch (random.nextInt(5)) {
        case 0 -> " ";
        case 1 -> "\r\n\t";
        default -> "";
      };
    }
  }
}
