package dev.mooring.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.Wire;
import io.vertx.core.json.JsonObject;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The admin API against its own OpenAPI document. */
class AdminApiTest {
  private static final String CONFIG =
      """
      management: { port: 0, token: planted-management-token }
      teams:
        - { id: acme, keys: [{ id: web, secret: planted-client-secret }] }
      providers:
        - { id: p, type: openai-compatible, baseUrl: "@0",
            credentials: [{ id: a, apiKey: planted-key-a }, { id: b, apiKey: planted-key-b }] }
      models: [{ id: m, targets: [{ provider: p, model: up-m }] }]
      """;

  private static Wire wire;
  private static JsonObject document;

  @BeforeAll
  static void start() {
    wire = Wire.of(CONFIG, SimulatorConfig.DEFAULTS);
    document = new JsonObject(get("/admin/v1/openapi.json").text());
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @Test
  void theConfigurationShowsNoSecret() {
    Answer config = get("/admin/v1/config");
    assertThat(config.text()).doesNotContain("planted-").contains("***");
    assertThat(config.json().path("providers").path("p").path("credentials"))
        .extracting(credential -> credential.path("id").asText())
        .containsExactly("a", "b");
  }

  @Test
  void providersAreShownWithTheirCredentialsAndHealth() {
    JsonNode provider = get("/admin/v1/providers").json().path("providers").path(0);
    assertThat(provider.path("id").asText()).isEqualTo("p");
    assertThat(provider.path("state").asText()).isEqualTo("healthy");
    assertThat(provider.path("credentials").path(1).path("models").path(0).path("model").asText())
        .isEqualTo("up-m");
  }

  @Test
  void whatIsNotThereIsA404AndALimitOutOfBoundsA400() {
    assertThat(get("/admin/v1/turns/req_none").status()).isEqualTo(404);
    assertThat(get("/admin/v1/nowhere").status()).isEqualTo(404);
    Answer limit = get("/admin/v1/turns?limit=501");
    assertThat(limit.status()).isEqualTo(400);
    assertThat(limit.json().path("error").path("param").asText()).isEqualTo("limit");
  }

  /** The views of the code, each with the schema that describes it. */
  static Map<String, Class<? extends Record>> views() {
    return Map.ofEntries(
        Map.entry("Totals", TotalsView.class),
        Map.entry("Turn", TurnView.class),
        Map.entry("Place", TurnView.Place.class),
        Map.entry("TrailLine", TurnView.TrailLine.class),
        Map.entry("Overview", OverviewResource.OverviewView.class),
        Map.entry("Provider", ProviderResource.ProviderView.class),
        Map.entry("Credential", ProviderResource.CredentialView.class),
        Map.entry("Health", ProviderResource.HealthView.class),
        Map.entry("CacheLifetime", LifetimeResource.LifetimeView.class),
        Map.entry("LifetimeSuggestion", LifetimeResource.SuggestionView.class),
        Map.entry("Session", SessionView.class),
        Map.entry("Miss", SessionView.Miss.class),
        Map.entry("SessionDetail", SessionResource.DetailView.class),
        Map.entry("Event", EventView.class),
        Map.entry("KeyUsage", KeyResource.KeyView.class),
        Map.entry("LimitUse", KeyResource.LimitView.class),
        Map.entry("Pin", PinView.class),
        Map.entry("Explanation", ExplainResource.ExplanationView.class),
        Map.entry("ExplainedSession", ExplainResource.SessionView.class),
        Map.entry("ExplainedModel", ExplainResource.ModelView.class),
        Map.entry("Candidate", ExplainResource.CandidateView.class),
        Map.entry("Refusal", ExplainResource.ErrorView.class));
  }

  static Set<Map.Entry<String, Class<? extends Record>>> entries() {
    return views().entrySet();
  }

  @ParameterizedTest
  @MethodSource("entries")
  void theDocumentDescribesEveryFieldOfAView(Map.Entry<String, Class<? extends Record>> view) {
    Set<String> fields =
        Arrays.stream(view.getValue().getRecordComponents())
            .map(RecordComponent::getName)
            .collect(Collectors.toSet());
    assertThat(schema(view.getKey()).getJsonObject("properties").fieldNames())
        .as(view.getKey())
        .containsExactlyInAnyOrderElementsOf(fields);
  }

  @Test
  void everyGetWithoutParametersInThePathIsServed() {
    List<String> paths =
        document.getJsonObject("paths").fieldNames().stream()
            .filter(path -> !path.contains("{") && !path.endsWith("/live"))
            .filter(path -> document.getJsonObject("paths").getJsonObject(path).containsKey("get"))
            .toList();
    assertThat(paths).isNotEmpty();
    for (String path : paths) {
      assertThat(get(path).status()).as(path).isEqualTo(200);
    }
  }

  private static JsonObject schema(String name) {
    return document.getJsonObject("components").getJsonObject("schemas").getJsonObject(name);
  }

  private static Answer get(String path) {
    Answer answer = wire.manage(path, "authorization", "Bearer planted-management-token");
    assertThat(answer.body()).as(path).isNotNull();
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isNotBlank();
    return answer;
  }
}
