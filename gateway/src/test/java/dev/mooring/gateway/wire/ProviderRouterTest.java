package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a provider's own router hears of the session that a request belongs to. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProviderRouterTest {
  private static final List<String> PRESETS = List.of("xai", "fireworks", "zai", "groq", "mistral");
  private static final String CHAT =
      "{\"id\":\"c\",\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":"
          + "{\"role\":\"assistant\",\"content\":\"hi\"},\"finish_reason\":\"stop\"}],\"usage\":"
          + "{\"prompt_tokens\":3,\"completion_tokens\":1,\"total_tokens\":4}}";

  private RecordingUpstream upstream;
  private Wire wire;

  @BeforeAll
  void start() {
    upstream = RecordingUpstream.start();
    StringBuilder yaml = new StringBuilder("providers:\n");
    for (String preset : PRESETS) {
      upstream.answers("/" + preset + "/v1/chat/completions", 200, "application/json", CHAT);
      yaml.append(
          "  - { id: %1$s, preset: %1$s, baseUrl: \"%2$s/%1$s\", apis: [chat], credentials: [{ id: k, apiKey: key-%1$s }] }\n"
              .formatted(preset, upstream.origin()));
    }
    yaml.append("models:\n");
    PRESETS.forEach(
        preset ->
            yaml.append(
                "  - { id: %1$s, targets: [{ provider: %1$s, model: m }] }\n".formatted(preset)));
    wire = Wire.of(yaml.toString());
  }

  @AfterAll
  void stop() {
    wire.close();
    upstream.close();
  }

  private static String chat(String preset) {
    return "{\"model\":\"" + preset + "\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
  }

  private static String messages(String preset) {
    return "{\"model\":\""
        + preset
        + "\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
  }

  /** What the provider was asked by a turn. */
  private RecordingUpstream.Asked turn(String preset, String path, String body, String... headers) {
    assertThat(wire.post(path, body, headers).status()).isEqualTo(200);
    List<RecordingUpstream.Asked> all = upstream.asked("/" + preset + "/");
    return all.get(all.size() - 1);
  }

  private RecordingUpstream.Asked chatTurn(String preset, String... headers) {
    return turn(preset, "/v1/chat/completions", chat(preset), headers);
  }

  @ParameterizedTest
  @CsvSource({"xai, x-grok-conv-id", "fireworks, x-session-affinity", "zai, x-session-id"})
  void itsHeaderHasOneHashForEachSession(String preset, String header) {
    String first = chatTurn(preset, "x-bf-session-id", "one").header(header);
    assertThat(first).matches("[0-9a-f]{32}");
    assertThat(chatTurn(preset, "x-bf-session-id", "one").header(header)).isEqualTo(first);
    assertThat(chatTurn(preset, "x-bf-session-id", "two").header(header)).isNotEqualTo(first);
  }

  @Test
  void thePassingBodyStaysTheCallers() {
    for (String preset : PRESETS) {
      assertThat(chatTurn(preset, "x-bf-session-id", "one").body()).isEqualTo(chat("m"));
    }
  }

  @Test
  void whatTheCallerSaysGoesOnInItsPlace() {
    assertThat(chatTurn("xai", "x-grok-conv-id", "theirs").header("x-grok-conv-id"))
        .isEqualTo("theirs");
    assertThat(chatTurn("fireworks", "x-session-affinity", "theirs").header("x-session-affinity"))
        .isEqualTo("theirs");
    assertThat(chatTurn("groq", "x-grok-conv-id", "theirs").header("x-grok-conv-id")).isEmpty();
  }

  @Test
  void aCallerThatOptedOutIsNotSpokenOf() {
    RecordingUpstream.Asked asked =
        chatTurn("xai", "x-bf-session-id", "one", "x-bf-session-affinity", "off");
    assertThat(asked.header("x-grok-conv-id")).isEmpty();
    RecordingUpstream.Asked translated =
        turn(
            "mistral",
            "/v1/messages",
            messages("mistral"),
            "x-bf-session-id",
            "one",
            "x-bf-session-affinity",
            "off");
    assertThat(translated.body()).doesNotContain("prompt_cache_key");
  }

  @Test
  void aTranslatedBodyNamesTheSessionWhereTheProviderTakesThat() {
    List<String> bodies =
        Stream.of("one", "one", "two")
            .map(
                session ->
                    turn("mistral", "/v1/messages", messages("mistral"), "x-bf-session-id", session)
                        .body())
            .toList();
    assertThat(bodies.get(0)).containsPattern("\"prompt_cache_key\":\"[0-9a-f]{32}\"");
    assertThat(bodies.get(1)).isEqualTo(bodies.get(0));
    assertThat(bodies.get(2)).isNotEqualTo(bodies.get(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"groq", "xai", "zai", "fireworks"})
  void andNowhereElse(String preset) {
    assertThat(turn(preset, "/v1/messages", messages(preset), "x-bf-session-id", "one").body())
        .doesNotContain("prompt_cache_key");
  }
}
