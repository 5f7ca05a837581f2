package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a pin does to a plan, and the outcome that is told (contract, section 5, "Promotion"). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PromotionTest {
  private static final String CREDENTIALS =
      "{ id: a1, apiKey: ka1, cacheScope: s }, { id: a2, apiKey: ka2 }, { id: a3, apiKey: ka3, cacheScope: s }";
  private static final String CONFIG =
      """
      health: { failures: 1000 }
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", retry: { maxRetries: 0 }, credentials: [%s] }
        - { id: b, type: openai-compatible, baseUrl: "@1", retry: { maxRetries: 0 }, credentials: [{ id: b1, apiKey: kb1 }] }
      models:
        - { id: m, targets: [{ provider: a, model: u }, { provider: b, model: u }] }
        - { id: back, targets: [{ provider: b, model: u }, { provider: a, model: u }] }
        - { id: v/named, targets: [{ provider: b, model: u }, { provider: a, model: u }] }
      """;
  private static final Fault RATE_LIMITED = Fault.rateLimited(30);

  private final AtomicInteger sessions = new AtomicInteger();
  private Wire wire;
  private Turns turns;

  @BeforeAll
  void start() {
    wire =
        Wire.of(
            CONFIG.formatted(CREDENTIALS),
            SimulatorConfig.of(
                SimulatedKey.of("a1", "ka1").inScope("s"),
                SimulatedKey.of("a2", "ka2"),
                SimulatedKey.of("a3", "ka3").inScope("s"),
                SimulatedKey.of("own-a", "own-a")),
            SimulatorConfig.of(SimulatedKey.of("b1", "kb1"), SimulatedKey.of("own-b", "own-b")));
    turns = new Turns(wire);
  }

  @BeforeEach
  void forget() {
    turns.forget(0, "a1", "a2", "a3", "own-a");
    turns.forget(1, "b1", "own-b");
    wire.clock().advance(Duration.ofMinutes(2));
  }

  @AfterAll
  void stop() {
    wire.close();
  }

  @Test
  void filtersThatRemoveThePinnedProviderAreToldAndTheTurnMovesThePin() {
    pinToB("filtered");
    String onlyA = Turns.options(Turns.body(Turns.CHAT, "m", "hi"), "\"only\":[\"a\"]");
    assertThat(Turns.affinity(turns.send("filtered", Turns.CHAT, onlyA)))
        .isEqualTo("skipped_not_in_plan b -");
    assertThat(
            turns.chat("filtered", "m").routing().path("affinity").path("pinnedProvider").asText())
        .isEqualTo("a");
  }

  @Test
  void aPinnedProviderThatIsDownIsSkippedAndTheTurnMovesThePin() {
    pinToB("down");
    turns.fail(1, "b1", RATE_LIMITED);
    turns.send("other", Turns.CHAT, ordered("m", "b"));
    Answer skipped = turns.chat("down", "m");
    assertThat(Turns.affinity(skipped)).isEqualTo("skipped_health_down b -");
    assertThat(skipped.provider()).isEqualTo("a");
    wire.clock().advance(Duration.ofSeconds(31));
    assertThat(turns.chat("down", "m").provider()).isEqualTo("a");
  }

  @Test
  void aPinExpiresAndOnlyThatIsCalledExpired() {
    turns.chat("expires", "m");
    wire.clock().advance(Duration.ofMinutes(6));
    assertThat(Turns.affinity(turns.chat("expires", "m"))).isEqualTo("pin_expired - -");
    assertThat(turns.chat("expires", "m").outcome()).isEqualTo("confirmed");
    assertThat(Turns.affinity(turns.chat("expires", "back"))).isEqualTo("no_pin - -");
  }

  @Test
  void aCredentialThatMovesWithinTheFirstProviderIsPromotedAndDisplacesNoProvider() {
    turns.chat("within", "m");
    String drawn = turns.hits(0).get(0);
    turns.fail(0, drawn, Fault.status(500));
    turns.chat("within", "m");
    String now = turns.hits(0).get(2);
    assertThat(now).isNotEqualTo(drawn);
    for (int i = 0; i < 3; i++) {
      assertThat(Turns.affinity(turns.chat("within", "m"))).isEqualTo("promoted a -");
      assertThat(turns.hits(0)).last().isEqualTo(now);
    }
  }

  @Test
  void whenThePinnedCredentialIsDownItsProviderIsStillFirstAndItsCacheScopeFirstOfAll() {
    String session = sessionOn("back", "a1");
    takeDown("a1");
    turns.forget(0);
    turns.forget(1);
    assertThat(Turns.affinity(turns.chat(session, "back"))).isEqualTo("promoted a b");
    assertThat(turns.hits(0)).containsExactly("a3");
    assertThat(turns.hits(1)).isEmpty();
  }

  @Test
  void whenThePinnedCredentialLeftTheConfigurationItsProviderIsStillFirst() {
    String session = sessionOn("back", "a2");
    wire.gateway()
        .apply(wire.config(CONFIG.formatted(CREDENTIALS.replace("{ id: a2, apiKey: ka2 }, ", ""))));
    try {
      assertThat(Turns.affinity(turns.chat(session, "back"))).isEqualTo("promoted a b");
      String now = turns.hits(0).get(turns.hits(0).size() - 1);
      assertThat(now).isIn("a1", "a3");
      turns.chat(session, "back");
      assertThat(turns.hits(0)).last().isEqualTo(now);
    } finally {
      wire.gateway().apply(wire.config(CONFIG.formatted(CREDENTIALS)));
    }
  }

  @Test
  void aPinnedProviderThatLeftTheConfigurationIsNotInThePlanAndRetriesGoOnAsEver() {
    pinToB("left");
    String without = CONFIG.formatted(CREDENTIALS).replace(", { provider: b, model: u }]", "]");
    wire.gateway().apply(wire.config(without));
    try {
      turns.forget(0);
      turns.fail(0, "a1", Fault.status(500));
      turns.fail(0, "a2", Fault.status(500));
      turns.fail(0, "a3", Fault.status(500));
      Answer failed = turns.chat("left", "m");
      assertThat(Turns.affinity(failed)).isEqualTo("skipped_not_in_plan b -");
      assertThat(turns.hits(0)).containsExactlyInAnyOrder("a1", "a2", "a3");
      assertThat(turns.chat("left", "m").provider()).isEqualTo("a");
      assertThat(turns.chat("left", "m").outcome()).isIn("confirmed", "promoted");
    } finally {
      wire.gateway().apply(wire.config(CONFIG.formatted(CREDENTIALS)));
    }
  }

  @Test
  void aRequestThatNamesItsProviderPlansOnlyThatOneAndCredentialPinsStillApply() {
    String session = sessionOn("v/named", "a3");
    turns.forget(0);
    turns.forget(1);
    assertThat(turns.chat(session, "a/named").provider()).isEqualTo("a");
    assertThat(turns.hits(0)).containsExactly("a3");
    Answer other = turns.chat(session, "b/named");
    assertThat(Turns.affinity(other)).isEqualTo("skipped_not_in_plan a -");
    assertThat(other.provider()).isEqualTo("b");
    assertThat(other.routing().path("fallbacksAvailable")).isEmpty();
  }

  @Test
  void aProviderThatIsNamedAndFailsIsNotReplacedByAnother() {
    for (String credential : List.of("a1", "a2", "a3")) {
      turns.fail(0, credential, Fault.status(500));
    }
    assertThat(turns.chat("named fails", "a/named").status()).isEqualTo(500);
    assertThat(turns.hits(1)).isEmpty();
  }

  @Test
  void theCallersOwnCredentialIsPinnedAndPromotedWithinItsGroup() {
    String own = owns("m", "\"a\":[{\"apiKey\":\"own-a\"}],\"b\":[{\"apiKey\":\"own-b\"}]");
    turns.fail(0, "own-a", Fault.status(500));
    assertThat(turns.send("byok", Turns.CHAT, own).provider()).isEqualTo("b");
    Answer promoted = turns.send("byok", Turns.CHAT, own);
    assertThat(Turns.affinity(promoted)).isEqualTo("promoted b a");
    assertThat(turns.hits(1)).containsExactly("own-b", "own-b");
    turns.forget(0);
    turns.forget(1);
    turns.fail(0, "own-a", Fault.status(500));
    turns.fail(1, "own-b", Fault.status(500));
    turns.send("byok", Turns.CHAT, own);
    assertThat(turns.hits(1)).containsExactly("own-b");
    assertThat(turns.hits(0)).hasSize(2).startsWith("own-a");
  }

  @Test
  void aSystemPinLeavesTheCallersOwnCredentialsFirst() {
    pinToB("system pin");
    turns.forget(0);
    Answer answer =
        turns.send("system pin", Turns.CHAT, owns("m", "\"a\":[{\"apiKey\":\"own-a\"}]"));
    assertThat(turns.hits(0)).containsExactly("own-a");
    assertThat(Turns.affinity(answer)).isEqualTo("promoted b a");
  }

  @Test
  void aProviderOnlyPinPutsItsProviderFirstInBothGroups() {
    String keyed = Turns.with(Turns.body(Turns.CHAT, "m", "hi"), "\"prompt_cache_key\":\"label\"");
    for (String credential : List.of("a1", "a2", "a3")) {
      turns.fail(0, credential, Fault.status(500));
    }
    assertThat(wire.post(Turns.CHAT, keyed).provider()).isEqualTo("b");
    assertThat(Turns.affinity(wire.post(Turns.CHAT, keyed))).isEqualTo("promoted b a");
    forgetAll();
    turns.fail(1, "own-b", Fault.status(500));
    turns.fail(0, "own-a", Fault.status(500));
    String own =
        keyed.substring(0, keyed.length() - 1)
            + ",\"providerOptions\":{\"gateway\":{\"byok\":{\"a\":[{\"apiKey\":\"own-a\"}],"
            + "\"b\":[{\"apiKey\":\"own-b\"}]}}}}";
    wire.post(Turns.CHAT, own);
    assertThat(turns.hits(1)).containsExactly("own-b", "b1");
    assertThat(turns.hits(0)).containsExactly("own-a");
  }

  private void forgetAll() {
    turns.forget(0, "a1", "a2", "a3");
    turns.forget(1);
  }

  private static String ordered(String model, String provider) {
    return Turns.options(Turns.body(Turns.CHAT, model, "hi"), "\"order\":[\"" + provider + "\"]");
  }

  private static String owns(String model, String byok) {
    return Turns.options(Turns.body(Turns.CHAT, model, "hi"), "\"byok\":{" + byok + "}");
  }

  private void pinToB(String session) {
    for (int i = 0; i < 2; i++) {
      turns.send(session, Turns.CHAT, ordered("m", "b"));
    }
    turns.forget(0);
    turns.forget(1);
  }

  /** A session that is pinned to this credential of the first provider. */
  private String sessionOn(String model, String credential) {
    while (true) {
      String session = model + " on " + credential + " " + sessions.incrementAndGet();
      turns.send(session, Turns.CHAT, ordered(model, "a"));
      if (turns.hits(0).get(turns.hits(0).size() - 1).equals(credential)) {
        return session;
      }
    }
  }

  /** Takes a credential of the first provider down for half a minute, by another session's 429. */
  private void takeDown(String credential) {
    String other = sessionOn("m", credential);
    turns.fail(0, credential, RATE_LIMITED);
    turns.chat(other, "m");
  }
}
