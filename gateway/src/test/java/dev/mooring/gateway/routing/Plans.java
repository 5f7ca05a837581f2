package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.ClientScope;
import dev.mooring.affinity.Session;
import dev.mooring.affinity.SessionEvidence;
import dev.mooring.affinity.SessionIdentifier;
import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.api.GatewayOptions;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.routing.rules.RequestHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Plans of a configuration, for tests of the stages. */
final class Plans {
  final Catalog catalog;
  final Health health = new Health(() -> Instant.EPOCH);
  final InFlight inFlight = new InFlight();
  final FakeSpeeds speeds = new FakeSpeeds();
  final List<String> failedRules = new ArrayList<>();
  private final Planner planner =
      new Planner(health, inFlight, speeds, new Random(7), failedRules::add);
  private Map<String, String> headers = Map.of();
  private int promptTokens = 100;
  private boolean translated = true;
  private Caller caller = new Caller(Caller.DEFAULT_TEAM, null, null);

  /** What the last plan's stages left. */
  RoutingTrail trail = new RoutingTrail();

  private Plans(Catalog catalog) {
    this.catalog = catalog;
  }

  /** Of a configuration in YAML. */
  static Plans of(String yaml) {
    LoadedConfig loaded = ConfigLoader.parse("test.yaml", yaml, Map.of());
    assertThat(loaded).as(loaded.toString()).isInstanceOf(LoadedConfig.Valid.class);
    return new Plans(new Catalog(((LoadedConfig.Valid) loaded).config()));
  }

  /** The same, called with the first key of the first team. */
  Plans byFirstKey() {
    var team = catalog.config().teams().get(0);
    caller = new Caller(team.id(), team.keys().get(0), null);
    return this;
  }

  /** The same for a side route, whose requests are not translated. */
  Plans untranslated() {
    translated = false;
    return this;
  }

  /** The same, with a header. */
  Plans withHeader(String name, String value) {
    headers = Map.of(name, value);
    return this;
  }

  /** The same, with a prompt of this size. */
  Plans withPrompt(int tokens) {
    promptTokens = tokens;
    return this;
  }

  /** A session that pins the credential. */
  static Session session(String id) {
    return SessionIdentifier.identify(
        new ClientScope("default", "", null),
        new SessionEvidence(unused -> null, id, null, null, null, () -> "fingerprint of " + id));
  }

  /** A session that pins the provider only. */
  static Session cacheKey(String id, String fingerprint) {
    return SessionIdentifier.identify(
        new ClientScope("default", "", null),
        new SessionEvidence(unused -> null, null, null, id, null, () -> fingerprint));
  }

  /** The names of the first plan's candidates. */
  List<String> plan(String model, GatewayOptions options, @Nullable Session session) {
    return names(plans(model, options, session).get(0));
  }

  List<ModelPlan> plans(String model, GatewayOptions options, @Nullable Session session) {
    trail = new RoutingTrail();
    return planner.plan(
        catalog,
        new PlanRequest(
            model, Api.CHAT, translated, options, caller, session, seen(headers), promptTokens),
        trail);
  }

  private static RequestHeaders seen(Map<String, String> headers) {
    return new RequestHeaders() {
      @Override
      public @Nullable String first(String name) {
        return headers.get(name);
      }

      @Override
      public Map<String, String> all() {
        return headers;
      }
    };
  }

  static List<String> names(ModelPlan plan) {
    return plan.candidates().stream()
        .map(c -> (c.byok() ? "byok " : "") + c.provider() + "/" + c.credential())
        .map(name -> name.startsWith("byok") ? name.replaceAll("/.*", "") : name)
        .toList();
  }

  /** Options as a request's body gives them: the members of {@code providerOptions.gateway}. */
  static GatewayOptions options(String members) {
    String body =
        "{\"model\":\"m\",\"messages\":[],\"providerOptions\":{\"gateway\":{"
            + members.replace('\'', '"')
            + "}}}";
    return Envelope.read(Api.CHAT, body.getBytes(StandardCharsets.UTF_8)).options();
  }

  /** Takes a credential down. */
  void down(String provider, String credential, String upstreamModel) {
    health.rateLimited(
        new Health.Subject(provider, credential, upstreamModel),
        Duration.ofSeconds(30),
        catalog.config().health());
  }
}
