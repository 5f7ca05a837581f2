package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.gateway.api.InvalidRequestException;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterStagesTest {
  private static final String CONFIG =
      """
      teams:
        - id: t
          byok: { b: [{ apiKey: one }, { apiKey: two }] }
          keys: [{ id: k, secret: sk-filters }]
      providers:
        - { id: a, type: openai-compatible, baseUrl: "http://127.0.0.1:1", promptTraining: false, credentials: [{ id: k, apiKey: x }] }
        - { id: b, type: openai-compatible, baseUrl: "http://127.0.0.1:1", zeroDataRetention: true, credentials: [{ id: k, apiKey: x }] }
        - { id: c, type: openai-compatible, baseUrl: "http://127.0.0.1:1", promptTraining: false, zeroDataRetention: true, credentials: [{ id: k, apiKey: x }] }
      models:
        - id: m
          capabilities: [vision, tool-use]
          targets:
            - { provider: a, model: m }
            - { provider: b, model: m, capabilities: [vision, reasoning] }
            - { provider: c, model: m, capabilities: [] }
        - { id: blank, targets: [{ provider: b, model: m }] }
      """;

  private final Plans plans = Plans.of(CONFIG);

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "'has':['vision']; a/k b/k",
        "'has':['vision','tool-use']; a/k",
        "'has':['reasoning']; b/k",
        "'has':[]; a/k b/k c/k",
        "'has':null; a/k b/k c/k",
        "'disallowPromptTraining':true; a/k c/k",
        "'disallowPromptTraining':false; a/k b/k c/k",
        "'disallowPromptTraining':true,'zeroDataRetention':true; c/k",
        "'disallowPromptTraining':true,'only':['a','b']; a/k",
        "'disallowPromptTraining':true,'byok':{'b':[{'apiKey':'own'}]}; byok b a/k c/k",
        "'zeroDataRetention':true,'byok':{'b':[{'apiKey':'own'}],'a':[{'apiKey':'own'}]}; b/k c/k",
      })
  void aFilterKeepsWhatPassesIt(String options, String candidates) {
    assertThat(String.join(" ", plans.plan("m", Plans.options(options), Plans.session("s"))))
        .isEqualTo(candidates);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "m; 'has':['structured-output']; has; a, b, c. Capabilities known of them: reasoning, tool-use, vision.",
        "blank; 'has':['vision']; has; Capabilities known of them: none.",
        "blank; 'disallowPromptTraining':true; disallowPromptTraining; Providers considered: b.",
        "m; 'has':['reasoning'],'only':['a']; has; Providers considered: a.",
        "blank; 'disallowPromptTraining':true,'byok':{'b':[]}; disallowPromptTraining; Providers considered: b.",
        "blank; 'disallowPromptTraining':true,'zeroDataRetention':true,'byok':{'b':[{'apiKey':'own'}]}; disallowPromptTraining; Providers considered: b.",
      })
  void aFilterThatLeavesNothingIsA400ThatSaysWhatThereIs(
      String model, String options, String option, String told) {
    assertThatThrownBy(() -> plans.plans(model, Plans.options(options), null))
        .isInstanceOfSatisfying(
            UnplannableException.class,
            e -> {
              assertThat(e.error().status()).isEqualTo(400);
              assertThat(e.error().field()).isEqualTo("providerOptions.gateway." + option);
              assertThat(e.error().message()).contains(told);
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "'has':['vision','sight']; providerOptions.gateway.has[1]: sight (expected: vision, reasoning, tool-use, structured-output, implicit-caching)",
        "'has':'vision'; providerOptions.gateway.has: wrong type",
        "'sort':'speed'; providerOptions.gateway.sort: speed (expected: cost, ttft, tps)",
        "'providerTimeouts':{'byok':{'a':999}}; providerOptions.gateway.providerTimeouts.byok.a: (expected: milliseconds, from 1000 to 789000)",
        "'providerTimeouts':{'byok':{'a':789001}}; providerOptions.gateway.providerTimeouts.byok.a: (expected: milliseconds, from 1000 to 789000)",
        "'providerTimeouts':{'byok':{'a':'5s'}}; providerOptions.gateway.providerTimeouts.byok.a: (expected: milliseconds",
      })
  void anOptionThatIsNotUnderstoodNamesItsPlace(String options, String message) {
    assertThatThrownBy(() -> Plans.options(options))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"order,'x'", "only,'x'", "models,'x'", "tags,'x'", "byok,{'apiKey':'x'}"})
  void aListThatIsTooLongIsRefused(String option, String item) {
    assertThat(Plans.options(list(option, item, 100))).isNotNull();
    assertThatThrownBy(() -> Plans.options(list(option, item, 101)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("providerOptions.gateway." + option)
        .hasMessageEndingWith(": too long (expected: at most 100 items)");
  }

  private static String list(String option, String item, int size) {
    String items = "[" + String.join(",", Collections.nCopies(size, item)) + "]";
    return "'" + option + "':" + (option.equals("byok") ? "{'a':" + items + "}" : items);
  }

  @Test
  void theTimeoutsOfTheCallersOwnCredentialsHaveBounds() {
    assertThat(Plans.options("'providerTimeouts':{'byok':{'a':1000,'b':789000}}").byokTimeouts())
        .containsEntry("a", 1000L)
        .containsEntry("b", 789000L);
  }

  @Test
  void aTeamsOwnCredentialsAreTheCallersAsThoseOfARequestAre() {
    plans.byFirstKey();
    assertThat(plans.plan("m", Plans.options("'disallowPromptTraining':true"), null))
        .containsExactly("byok b", "byok b", "a/k", "c/k");
    plans.plan("m", Plans.options("'zeroDataRetention':true"), null);
    assertThat(plans.trail.told("m")).isEqualTo("ZDR requested: 5 attempts → 2 ZDR attempts.");
    assertThat(plans.plan("m", Plans.options("'byok':{'a':[{'apiKey':'x'}]},'only':['b']"), null))
        .as("a request's own take the place of all of the team's")
        .containsExactly("b/k");
  }

  @Test
  void zeroDataRetentionTellsHowManyAttemptsItLeaves() {
    plans.plan(
        "m",
        Plans.options("'zeroDataRetention':true,'byok':{'a':[{'apiKey':'x'},{'apiKey':'y'}]}"),
        null);
    assertThat(plans.trail.told("m")).isEqualTo("ZDR requested: 5 attempts → 2 ZDR attempts.");
  }
}
