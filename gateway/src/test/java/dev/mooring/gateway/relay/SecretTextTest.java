package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.routing.Caller;
import dev.mooring.gateway.routing.Catalog;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is written of requests and answers where they are turned into text. */
class SecretTextTest {
  private static final byte[] BODY =
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"SECRET\"}]}"
          .getBytes(StandardCharsets.UTF_8);
  private static final String CONFIG =
      """
      providers:
        - { id: p, type: openai-compatible, baseUrl: "http://127.0.0.1:1",
            credentials: [{ id: k, apiKey: SECRET }] }
      models: [{ id: m, targets: [{ provider: p, model: m }] }]
      """;

  private static MultiMap headers() {
    return MultiMap.caseInsensitiveMultiMap().add("authorization", "Bearer SECRET");
  }

  @Test
  void aRequestsTextNamesItAndHoldsNeitherHeadersNorBody() {
    LoadedConfig loaded = ConfigLoader.parse("test.yaml", CONFIG, Map.of());
    assertThat(loaded).isInstanceOf(LoadedConfig.Valid.class);
    Inbound inbound =
        new Inbound(
            "req_1",
            Operation.CHAT_COMPLETIONS,
            "/v1/chat/completions?key=SECRET",
            headers(),
            new Caller(Caller.DEFAULT_TEAM, null, "SECRET"),
            Envelope.read(Api.CHAT, BODY),
            new Catalog(((LoadedConfig.Valid) loaded).config()));
    assertThat(inbound.toString()).contains("req_1").doesNotContain("SECRET");
  }

  @Test
  void anAnswersTextHoldsNeitherHeadersNorBody() {
    Failure.Answer answer = new Failure.Answer(500, headers(), BODY, false);
    assertThat(answer.toString()).contains("500").doesNotContain("SECRET");
  }
}
