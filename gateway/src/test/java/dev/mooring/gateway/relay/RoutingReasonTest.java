package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.ClientScope;
import dev.mooring.affinity.Outcome;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.Promotion;
import dev.mooring.affinity.Session;
import dev.mooring.affinity.SessionEvidence;
import dev.mooring.affinity.SessionIdentifier;
import dev.mooring.affinity.SessionRecord.Reason;
import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.routing.Caller;
import dev.mooring.gateway.routing.Catalog;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.InFlight;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanRequest;
import dev.mooring.gateway.routing.Planner;
import dev.mooring.gateway.routing.RoutingTrail;
import dev.mooring.gateway.routing.Speeds;
import dev.mooring.gateway.routing.rules.RequestHeaders;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Why a candidate was chosen, as the audit log tells it. */
class RoutingReasonTest {
  private static final String CONFIG =
      """
      providers: [{ id: a, type: openai-compatible, baseUrl: "http://127.0.0.1:1" }, { id: b, type: openai-compatible, baseUrl: "http://127.0.0.1:1" }]
      models:
        - { id: ruled, targets: [{ provider: a, model: u }] }
        - { id: drawn, targets: [{ provider: a, model: u, weight: 1 }, { provider: b, model: u }] }
        - { id: written, targets: [{ provider: a, model: u }] }
      routing:
        rules:
          - { name: r, when: 'model == "ruled"', targets: [{ provider: a, model: u, weight: 1 }, { provider: b, model: u }] }
      """;
  private static final Session SESSION =
      SessionIdentifier.identify(
          new ClientScope("default", "", null),
          new SessionEvidence(unused -> null, "s", null, null, null, () -> "fingerprint"));

  @Test
  void theReasonIsTheFirstThatDecided() {
    assertThat(reason("ruled", Outcome.NO_PIN, "")).isEqualTo(Reason.RULE);
    assertThat(reason("ruled", Outcome.SKIPPED_NOT_IN_PLAN, "")).isEqualTo(Reason.RULE);
    assertThat(reason("ruled", Outcome.CONFIRMED, "")).isEqualTo(Reason.AFFINITY);
    assertThat(reason("ruled", Outcome.NO_PIN, "\"order\":[\"b\"]")).isEqualTo(Reason.ORDER);
    assertThat(reason("ruled", Outcome.NO_PIN, "\"sort\":\"cost\"")).isEqualTo(Reason.COST);
    assertThat(reason("drawn", Outcome.NO_PIN, "\"sort\":\"tps\"")).isEqualTo(Reason.ORDER);
    assertThat(reason("drawn", Outcome.NO_PIN, "")).isEqualTo(Reason.WEIGHT);
    assertThat(reason("written", Outcome.NO_PIN, "")).isEqualTo(Reason.ORDER);
  }

  @Test
  void aCandidateThatTheSessionsPinDoesNotNameIsAFallback() {
    assertThat(pinnedTo("a", "u", null)).isEqualTo(Reason.AFFINITY);
    assertThat(pinnedTo("a", "u", "another")).isEqualTo(Reason.FALLBACK);
    assertThat(pinnedTo("a", "another", null)).isEqualTo(Reason.FALLBACK);
    assertThat(pinnedTo("b", "u", null)).isEqualTo(Reason.FALLBACK);
  }

  @Test
  void theCheapestAreTriedForTheirCost() {
    assertThat(reason("written", Outcome.NO_PIN, "\"sort\":\"cost\"")).isEqualTo(Reason.COST);
    assertThat(reason("ruled", Outcome.NO_PIN, "\"sort\":\"ttft\"")).isEqualTo(Reason.ORDER);
  }

  private static Reason pinnedTo(String provider, String model, @Nullable String credential) {
    Pin pin = new Pin(provider, model, credential, 1);
    return reason("written", Outcome.CONFIRMED, "", new PinState.Pinned(pin));
  }

  private static Reason reason(String model, Outcome outcome, String options) {
    return reason(model, outcome, options, PinState.ABSENT);
  }

  private static Reason reason(String model, Outcome outcome, String options, PinState read) {
    Inbound inbound = inbound(model, options);
    RoutingTrail trail = new RoutingTrail();
    ModelPlan plan =
        new Planner(
                new Health(() -> Instant.EPOCH),
                new InFlight(),
                Speeds.NONE,
                new Random(7),
                unused -> {})
            .plan(
                inbound.catalog(),
                new PlanRequest(
                    model,
                    Api.CHAT,
                    true,
                    inbound.envelope().options(),
                    inbound.caller(),
                    SESSION,
                    RequestHeaders.NONE,
                    1),
                trail)
            .get(0);
    RoutingReport report = new RoutingReport(model, "gen_1", SESSION, trail, () -> Instant.EPOCH);
    report.model(plan, new Promotion<>(plan.candidates(), outcome, "a", null));
    report.attempt(plan.candidates().get(0));
    report.succeeded(200);
    return RoutingReason.of(inbound.envelope().options(), report, read, plan.candidates().get(0));
  }

  private static Inbound inbound(String model, String options) {
    LoadedConfig loaded = ConfigLoader.parse("test.yaml", CONFIG, Map.of());
    assertThat(loaded).as(loaded.toString()).isInstanceOf(LoadedConfig.Valid.class);
    String body =
        "{\"model\":\"%s\",\"messages\":[],\"providerOptions\":{\"gateway\":{%s}}}"
            .formatted(model, options);
    return new Inbound(
        "req_1",
        Operation.CHAT_COMPLETIONS,
        "/v1/chat/completions",
        MultiMap.caseInsensitiveMultiMap(),
        new Caller(Caller.DEFAULT_TEAM, null, null),
        Envelope.read(Api.CHAT, body.getBytes(StandardCharsets.UTF_8)),
        new Catalog(((LoadedConfig.Valid) loaded).config()));
  }
}
