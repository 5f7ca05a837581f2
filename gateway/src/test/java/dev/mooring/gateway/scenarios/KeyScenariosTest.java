package dev.mooring.gateway.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.wire.Answer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A session and its credential.
 *
 * <p>Otherwise than there, on purpose: a pinned credential that stays rate-limited after its
 * retries is left for its siblings (KS-04), since they are nearer than another provider.
 */
class KeyScenariosTest {
  private static final String MODELS =
      """
      models:
        - { id: m, targets: [{ provider: a, model: u }, { provider: b, model: u }] }
        - { id: n, targets: [{ provider: a, model: v }, { provider: b, model: v }] }
        - { id: alone, targets: [{ provider: a, model: u }] }
        - { id: single, targets: [{ provider: b, model: u, credential: b1 }, { provider: a, model: u }] }
      """;

  private final Scene scene = new Scene(MODELS);

  @AfterEach
  void end() {
    scene.close();
  }

  // KS-02
  @Test
  void aRateLimitBeforeThereIsAPinRotatesAtOnce() {
    scene.fails("a1", Scene.BUSY);
    scene.fails("a2", Scene.BUSY);
    assertThat(scene.turn(scene.newSession(), "alone").status()).isEqualTo(200);
    assertThat(scene.hits()).endsWith("a3×1").doesNotContain("×2");
  }

  // KS-03
  @Test
  void aTransientErrorStaysOnItsCredential() {
    String session = scene.sessionOn("m", "a1");
    scene.fails("a1", Fault.status(503).times(2));
    assertThat(scene.turn(session, "m").outcome()).isEqualTo("confirmed");
    assertThat(scene.hits()).isEqualTo("a1×3");
  }

  // KS-04, IX-19
  @Test
  void aPinnedCredentialThatIsRateLimitedIsRetriedFirstAndThenLeftForASibling() {
    String session = scene.sessionOn("alone", "a1");
    scene.fails("a1", Scene.BUSY);
    assertThat(scene.turn(session, "alone").status()).isEqualTo(200);
    assertThat(scene.hits()).startsWith("a1×3 a").hasSize("a1×3 a2×1".length());
  }

  // KS-06
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "404, model_not_found, 2",
        "404, model_not_found, 0",
        "429, insufficient_quota, 2",
        "429, insufficient_quota, 0",
        "410, -, 2",
        "410, -, 0",
        "403, unsupported_country_region_territory, 2",
        "403, unsupported_country_region_territory, 0"
      })
  void aPinnedCredentialThatIsRefusedForGoodIsTriedOnceAndItsSiblingBecomesThePin(
      int status, @Nullable String code, int maxRetries) {
    scene.reloadWith("maxRetries: " + maxRetries, "maxRetries: 2");
    String session = scene.sessionOn("m", "a1");
    scene.fails("a1", Fault.status(status).withError(null, code, "no").always());
    assertThat(scene.turn(session, "m").provider()).isEqualTo("a");
    String sibling = sibling(scene.hits());
    scene.heals("a1");
    scene.turns(3, session, "m");
    assertThat(scene.hits()).isEqualTo(sibling + "×3");
  }

  // KS-07
  @Test
  void withoutRetriesRefusedCredentialsAreStillPassedOver() {
    scene.reloadWith("maxRetries: 0", "maxRetries: 2");
    scene.fails("a1", Fault.status(401).always());
    scene.fails("a2", Fault.status(401).always());
    String session = scene.newSession();
    assertThat(scene.turn(session, "alone").status()).isEqualTo(200);
    assertThat(scene.hits()).endsWith("a3×1").doesNotContain("×2");
    scene.turns(2, session, "alone");
    assertThat(scene.hits()).isEqualTo("a3×2");
  }

  // KS-08
  @Test
  void whenEveryCredentialIsRefusedEachWasTriedOnceAndTheProvidersErrorIsTold() {
    for (String credential : new String[] {"a1", "a2", "a3"}) {
      scene.fails(credential, Fault.status(401).withError(null, null, "no such key").always());
    }
    Answer answer = scene.turn(scene.newSession(), "alone");
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.json().path("error").path("message").asText()).isEqualTo("no such key");
    assertThat(scene.hits()).isEqualTo("a1×1 a2×1 a3×1");
  }

  // KS-11
  @Test
  void aPinnedCredentialThatLeavesTheModelIsReplacedByASibling() {
    String session = scene.sessionOn("m", "a1");
    scene.reloadWith("", "{ id: a1, apiKey: key-a1 }, ");
    Answer answer = scene.turn(session, "m");
    assertThat(answer.provider()).isEqualTo("a");
    String replacement = scene.called().get(0);
    assertThat(replacement).isNotEqualTo("a1");
    scene.reload();
    scene.turns(3, session, "m");
    assertThat(scene.hits()).isEqualTo(replacement + "×3");
  }

  // KS-12
  @Test
  void credentialsThatAreAddedLeaveSessionsWhereTheyAre() {
    String first = scene.sessionOn("m", "a1");
    String second = scene.sessionOn("m", "a3");
    scene.reloadWith(
        "{ id: a3, apiKey: key-a3 }, { id: a4, apiKey: key-a4, weight: 50 }",
        "{ id: a3, apiKey: key-a3 }");
    scene.turns(5, first, "m");
    scene.turns(5, second, "m");
    assertThat(scene.hits()).isEqualTo("a1×5 a3×5");
    assertThat(scene.sessionOn("m", "a4")).isNotNull();
  }

  // KS-13
  @Test
  void aProviderOfOneCredentialIsPinnedLikeAnyOther() {
    String session = scene.newSession();
    assertThat(scene.turn(session, "single").outcome()).isEqualTo("no_pin");
    assertThat(scene.turn(session, "single").outcome()).isEqualTo("confirmed");
    assertThat(scene.hits()).isEqualTo("b1×2");
  }

  // KS-15
  @Test
  void theFallbackThatServesBecomesThePinWithItsCredential() {
    String session = scene.sessionOn("m", "a1");
    failAll("a1", "a2", "a3");
    scene.turn(session, "m");
    scene.heals("a1", "a2", "a3");
    String fallback =
        scene.called().stream().filter(id -> id.startsWith("b")).findFirst().orElseThrow();
    scene.turns(3, session, "m");
    assertThat(scene.hits()).isEqualTo(fallback + "×3");
  }

  // KS-16
  @Test
  void aSessionStaysWhereAFailoverBroughtItUntilThatFails() {
    String session = scene.sessionOn("m", "a1");
    failAll("a1", "a2", "a3");
    assertThat(scene.turn(session, "m").provider()).isEqualTo("b");
    scene.heals("a1", "a2", "a3");
    scene.hits();
    scene.turns(5, session, "m");
    assertThat(scene.called()).singleElement().asString().startsWith("b");
    failAll("b1", "b2");
    assertThat(scene.turn(session, "m").provider()).isEqualTo("a");
    scene.heals("b1", "b2");
    scene.hits();
    scene.turns(5, session, "m");
    assertThat(scene.called()).singleElement().asString().startsWith("a");
  }

  // KS-17
  @Test
  void pinsAreOfOneModelEach() {
    String session = scene.sessionOn("m", "a1");
    scene.turnWith(session, "n", "\"providerOptions\":{\"gateway\":{\"only\":[\"b\"]}}");
    String other = scene.called().get(0);
    scene.turns(2, session, "n");
    assertThat(scene.hits()).isEqualTo(other + "×2");
    scene.turns(2, session, "m");
    assertThat(scene.hits()).isEqualTo("a1×2");
  }

  /** The credential that was called besides a1, which was called once. */
  private static String sibling(String hits) {
    assertThat(hits).matches("a1×1 a[23]×1");
    return hits.substring(5, 7);
  }

  private void failAll(String... credentials) {
    for (String credential : credentials) {
      scene.fails(credential, Fault.status(500).always());
    }
  }
}
