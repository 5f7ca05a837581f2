package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.Promotion;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.cache.LearnedLifetimes;
import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.record.TurnFeed;
import dev.mooring.gateway.relay.DecisionTable.Expected;
import dev.mooring.gateway.relay.DecisionTable.Group;
import dev.mooring.gateway.relay.DecisionTable.Remembered;
import dev.mooring.gateway.relay.DecisionTable.Situation;
import dev.mooring.gateway.relay.DecisionTable.Source;
import dev.mooring.gateway.relay.DecisionTable.Written;
import dev.mooring.gateway.routing.Caller;
import dev.mooring.gateway.routing.Catalog;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.InFlight;
import dev.mooring.gateway.routing.ModelPlan;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.Planner;
import dev.mooring.gateway.routing.RoutingTrail;
import dev.mooring.gateway.routing.Speeds;
import dev.mooring.gateway.routing.TargetSpeeds;
import dev.mooring.gateway.telemetry.Metrics;
import dev.mooring.gateway.telemetry.Tracing;
import dev.mooring.store.memory.MemoryLimitStore;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every combination of {@link DecisionTable}: the plan, the promotion, and what is written. */
class DecisionTableTest {
  private static final String CONFIG =
      """
      teams: [{ id: t, keys: [{ id: k, secret: sk-table, allow: { providers: [a, b, c] } }] }]
      providers:
        - { id: a, type: openai-compatible, baseUrl: "http://127.0.0.1:1", credentials: [{ id: ka, apiKey: x }] }
        - { id: b, type: openai-compatible, baseUrl: "http://127.0.0.1:1", zeroDataRetention: true, credentials: [{ id: kb, apiKey: x }] }
        - { id: c, type: openai-compatible, baseUrl: "http://127.0.0.1:1", zeroDataRetention: true, credentials: [{ id: kc, apiKey: x }] }
        - { id: d, type: openai-compatible, baseUrl: "http://127.0.0.1:1", zeroDataRetention: true, credentials: [{ id: kd, apiKey: x }] }
      models:
        - id: m
          caching: { supported: true, minTokens: 1 }
          targets:
            - { provider: d, model: up, price: { input: 4, output: 4 } }
            - { provider: a, model: up, price: { input: 3, output: 3 } }
            - { provider: b, model: up, price: { input: 2, output: 2 } }
            - { provider: c, model: up, price: { input: 1, output: 1 } }
      """;
  private static final long VERSION = 77;
  private static final Catalog CATALOG = catalog();
  private static final InstantSource CLOCK = () -> Instant.EPOCH;

  private final Metrics metrics = new Metrics();
  private final Health health = new Health(CLOCK);
  private final Pins pins = new Pins();
  private final Planner planner =
      new Planner(health, new InFlight(), Speeds.NONE, new Random(7), unused -> {});
  private final Node node =
      new Node(
          pins,
          new NoIssuers(),
          SessionRecord.NONE,
          new MemoryLimitStore(CLOCK),
          health,
          new InFlight(),
          planner,
          new TargetSpeeds(CLOCK),
          new CachedShares(),
          new ForeignState(),
          new LearnedLifetimes(),
          CacheFacts.builtIn(),
          metrics,
          Tracing.OFF,
          new TurnFeed(CLOCK),
          CLOCK,
          new Random(7),
          Waits.REAL);

  static List<Situation> situations() {
    return DecisionTable.situations();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("situations")
  void everyCombinationIsDecidedByTheRules(Situation situation) {
    Inbound inbound = inbound(situation);
    SessionAffinity affinity = SessionAffinity.of(inbound, node);
    if (situation.remembered() == Remembered.DOWN) {
      planOf(inbound, affinity).candidates().stream()
          .filter(candidate -> candidate.provider().equals("c"))
          .forEach(candidate -> health.rejected(candidate.subject(), CATALOG.config().health()));
    }
    pins.state = remembered(situation, planOf(inbound, affinity));

    ModelPlan plan = planOf(inbound, affinity);
    affinity.read(List.of(plan)).toCompletableFuture().join();
    Promotion<PlanCandidate> promotion = affinity.promote(plan);
    RoutingReport report =
        new RoutingReport("m", "gen_1", affinity.session(), new RoutingTrail(), CLOCK);
    report.model(plan, promotion);
    report.attempt(promotion.plan().get(0));
    PinKeeper.of(node, affinity, inbound, report, () -> {})
        .accepted(plan, promotion.plan().get(0), Duration.ZERO, true);

    assertThat(decided(promotion)).isEqualTo(situation.expected());
    assertThat(affinity.session().source().pinsCredential())
        .isEqualTo(situation.source().pinsCredential());
  }

  @Test
  void theTableHasEveryCombinationOnce() {
    assertThat(situations()).hasSize(5 * 3 * 6 * 4).doesNotHaveDuplicates();
    assertThat(situations())
        .map(each -> each.expected().outcome())
        .contains("promoted", "confirmed");
  }

  private Expected decided(Promotion<PlanCandidate> promotion) {
    StringBuilder order = new StringBuilder();
    for (PlanCandidate candidate : promotion.plan()) {
      String provider = candidate.provider();
      order.append(candidate.byok() ? provider.toUpperCase(Locale.ROOT) : provider);
    }
    assertThat(pins.written).hasSizeLessThan(2);
    PinWrite write = pins.written.isEmpty() ? null : pins.written.get(0);
    return new Expected(
        promotion.outcome().wireName(),
        order.toString(),
        promotion.pinnedProvider(),
        promotion.displacedProvider(),
        written(write),
        holder(write));
  }

  private static Written written(@Nullable PinWrite write) {
    if (write instanceof PinWrite.Move move) {
      assertThat(move.expected()).isEqualTo(VERSION);
      return Written.MOVE;
    }
    if (write instanceof PinWrite.Renew) {
      return Written.RENEW;
    }
    return write instanceof PinWrite.Claim ? Written.CLAIM : Written.NOTHING;
  }

  private static @Nullable String holder(@Nullable PinWrite write) {
    Pin pin =
        write instanceof PinWrite.Claim claim
            ? claim.pin()
            : write instanceof PinWrite.Renew renew
                ? renew.pin()
                : write instanceof PinWrite.Move move ? move.pin() : null;
    return pin == null ? null : pin.provider();
  }

  private static PinState remembered(Situation situation, ModelPlan plan) {
    return switch (situation.remembered()) {
      case NONE -> PinState.ABSENT;
      case EXPIRED -> PinState.EXPIRED;
      case FOLLOWED, DOWN -> pinned("c", credential(situation, plan));
      case NOT_IN_PLAN -> pinned("d", situation.source().pinsCredential() ? "kd" : null);
    };
  }

  private static PinState pinned(String provider, @Nullable String credential) {
    return new PinState.Pinned(new Pin(provider, "up", credential, VERSION));
  }

  /** The credential of c in the pin's group; an own one that is not planned goes by some hash. */
  private static @Nullable String credential(Situation situation, ModelPlan plan) {
    if (!situation.source().pinsCredential()) {
      return null;
    }
    if (situation.group() != Group.OWN) {
      return "kc";
    }
    return plan.candidates().stream()
        .filter(candidate -> candidate.byok() && candidate.provider().equals("c"))
        .map(PlanCandidate::credential)
        .findFirst()
        .orElse("byok:" + "0".repeat(32));
  }

  private ModelPlan planOf(Inbound inbound, SessionAffinity affinity) {
    return planner
        .plan(CATALOG, inbound.planRequest(affinity.choosesBy()), new RoutingTrail())
        .get(0);
  }

  private static Inbound inbound(Situation situation) {
    Source source = situation.source();
    String byok =
        situation.group() == Group.SYSTEM
            ? ""
            : "\"byok\":{\"b\":[{\"apiKey\":\"own-b\"}],\"c\":[{\"apiKey\":\"own-c\"}]},";
    String session = source == Source.EXPLICIT ? "\"sessionId\":\"s\"," : "";
    String body =
        "{\"model\":\"m\","
            + (source == Source.LABEL ? "\"prompt_cache_key\":\"label\"," : "")
            + "\"messages\":[{\"role\":\"user\",\"content\":\"a question\"}],"
            + "\"providerOptions\":{\"gateway\":{"
            + situation.option().json
            + byok
            + session
            + "\"tags\":[]}}}";
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    if (source == Source.AGENT) {
      headers.add("x-claude-code-session-id", "agent-session");
    }
    var team = CATALOG.config().teams().get(0);
    return new Inbound(
        "req_1",
        Operation.CHAT_COMPLETIONS,
        "/v1/chat/completions",
        headers,
        new Caller(team.id(), team.keys().get(0), null),
        Envelope.read(Api.CHAT, body.getBytes(StandardCharsets.UTF_8)),
        CATALOG);
  }

  private static Catalog catalog() {
    LoadedConfig loaded = ConfigLoader.parse("table.yaml", CONFIG, Map.of());
    assertThat(loaded).as(loaded.toString()).isInstanceOf(LoadedConfig.Valid.class);
    return new Catalog(((LoadedConfig.Valid) loaded).config());
  }

  /** Pins in one state, and what is written to them. */
  private static final class Pins implements PinStore {
    private final List<PinWrite> written = new ArrayList<>();
    private PinState state = PinState.ABSENT;

    @Override
    public CompletionStage<List<PinState>> read(SessionKey session, List<String> models) {
      return CompletableFuture.completedFuture(List.of(state));
    }

    @Override
    public CompletionStage<PinWrite.Result> write(PinWrite write) {
      written.add(write);
      return CompletableFuture.completedFuture(PinWrite.Result.DONE);
    }

    @Override
    public void close() {}
  }
}
