package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration of routing rules. */
class RoutingConfigTest {
  private static final String PROVIDERS =
      """
      providers:
        - { id: a, type: openai-compatible, baseUrl: "http://a", credentials: [{ id: a1, apiKey: x }, { id: a2, apiKey: y }] }
        - { id: b, type: openai-compatible, baseUrl: "http://b" }
      models:
        - { id: m, targets: [{ provider: a, model: up }] }
      """;

  @Test
  void hasDefaults() {
    assertThat(ConfigText.valid(PROVIDERS).routing()).isEqualTo(new RoutingConfig(List.of()));
    RuleConfig rule =
        ConfigText.valid(rule("true", "{ provider: a, model: up }")).routing().rules().get(0);
    assertThat(rule.targets()).containsExactly(new TargetConfig("a", "up", null));
    assertThat(rule.fallbacks()).isEmpty();
  }

  @Test
  void mapsEveryField() throws RefusedValueException {
    String yaml =
        PROVIDERS
            + """
            routing:
              rules:
                - name: eu
                  when: 'team == "eu" && model.startsWith("openai/")'
                  targets:
                    - { provider: b, model: up-b, weight: 70 }
                    - { provider: a, model: up-a, weight: 30, credential: a2 }
                  fallbacks: [{ provider: a, model: up-a }]
                - { name: all, when: "true", targets: [{ provider: a, model: up }] }
            """;
    assertThat(ConfigText.valid(yaml).routing().rules())
        .containsExactly(
            new RuleConfig(
                "eu",
                ConditionCompiler.compile("team == \"eu\" && model.startsWith(\"openai/\")"),
                List.of(
                    new TargetConfig("b", "up-b", 70.0),
                    new TargetConfig("a", "up-a", 30.0, "a2", null, null)),
                List.of(new TargetConfig("a", "up-a", null))),
            new RuleConfig(
                "all",
                ConditionCompiler.compile("true"),
                List.of(new TargetConfig("a", "up", null)),
                List.of()));
  }

  @Test
  void aRuleThatDoesNotCompileIsNamedByFileLinePathAndCelsOwnMessage() {
    assertThat(ConfigText.errors(rule("team ==", "{ provider: a, model: up }")))
        .singleElement()
        .asString()
        .startsWith(
            "mooring.yaml:8: routing.rules[0].when: does not compile: mismatched input '<EOF>'")
        .contains("at 1:8 (expected: CEL that is true or false, over model, requestedModel,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "modl == 'x'                 | undeclared reference to 'modl' at 1:1",
        "model.beginsWith('x')       | undeclared reference to 'beginsWith' at 1:17",
        "team == 'a' && promptTokens > 'x' | found no matching overload for '_>_' applied to '(int, string)'",
        "model                       | expected type 'bool' but found 'string' at 1:1",
        "dyn(model)                  | is of type dyn (expected: an expression that is true or false)",
        "model.matches('(')          | Regex validation failed",
        "headers['X-Tier'] == 'gold' | reads header 'X-Tier' (expected: names in lower case, 'x-tier')",
        "headers.authorization != '' | reads header 'authorization', which holds a credential",
        "'x-api-key' in headers      | reads header 'x-api-key', which holds a credential"
      })
  void aConditionThatCannotMeanAnythingIsRefused(String when, String message) {
    assertThat(ConfigText.errors(rule(when, "{ provider: a, model: up }")))
        .singleElement()
        .asString()
        .startsWith("mooring.yaml:8: routing.rules[0].when: ")
        .contains(message);
  }

  @Test
  void anUnknownVariableListsTheKnownOnes() {
    assertThat(ConfigText.errors(rule("modl == 'x'", "{ provider: a, model: up }")))
        .singleElement()
        .asString()
        .endsWith("over model, requestedModel, api, team, key, user, headers, tags, promptTokens)");
  }

  @Test
  void aConditionOfTenThousandCharactersIsRefused() {
    String when = "team == '" + "x".repeat(10_000) + "'";
    assertThat(ConfigText.errors(rule(when, "{ provider: a, model: up }")))
        .singleElement()
        .asString()
        .contains("is too long (expected: at most 4096 characters)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ provider: aa, model: up }                | targets[0].provider: unknown provider 'aa' (did you mean 'a'?)",
        "{ provider: a, model: up, credential: a3 } | targets[0].credential: unknown credential 'a3' of provider 'a' (did you mean 'a1'?)",
        "{ provider: a, model: up, weight: -1 }     | targets[0].weight: is out of range (expected: 0 or more)",
        "{ provider: a, model: up, weight: 0 }      | targets[0].weight: is 0 for every target (expected: one above 0)",
        "{ provider: a, model: up }, { provider: a, model: up } | targets[1]: is written twice (keep one of them)",
        "{ provider: a }                            | targets[0].model: is missing (it is required)",
        "{ provider: a, model: up, wieght: 1 }      | targets[0]: unknown field 'wieght' (did you mean 'weight'?)"
      })
  void aTargetThatCannotServeIsRefused(String targets, String message) {
    assertThat(ConfigText.errors(rule("true", targets)))
        .singleElement()
        .isEqualTo("mooring.yaml:9: routing.rules[0]." + message);
  }

  @Test
  void aRuleNeedsATarget() {
    assertThat(ConfigText.errors(rule("true", "")))
        .singleElement()
        .asString()
        .endsWith(
            "routing.rules[0].targets: has no entry (expected: at least one with provider and model)");
  }

  @Test
  void twoRulesOfOneNameAreRefused() {
    String yaml =
        rule("true", "{ provider: a, model: up }")
            + "    - { name: r, when: 'true', targets: [{ provider: b, model: up }] }\n";
    assertThat(ConfigText.errors(yaml))
        .singleElement()
        .asString()
        .endsWith("routing.rules[1].name: 'r' is another rule too (rename one)");
  }

  @Test
  void aFallbackHasNoWeight() {
    String yaml =
        rule("true", "{ provider: a, model: up }")
            + "      fallbacks: [{ provider: b, model: up, weight: 2 }]\n";
    assertThat(ConfigText.errors(yaml))
        .singleElement()
        .asString()
        .contains("routing.rules[0].fallbacks: has a weight (remove it");
  }

  @Test
  void aFallbackIsNoTargetOfTheRuleToo() {
    String yaml =
        rule("true", "{ provider: a, model: up }")
            + "      fallbacks: [{ provider: a, model: up }]\n";
    assertThat(ConfigText.errors(yaml))
        .singleElement()
        .asString()
        .endsWith("routing.rules[0].fallbacks: names a target of the rule again, a (remove it)");
  }

  @Test
  void aRuleNeedsNameConditionAndTargets() {
    assertThat(ConfigText.errors(PROVIDERS + "routing: { rules: [{ fallbacks: [] }] }\n"))
        .containsExactlyInAnyOrder(
            "mooring.yaml:6: routing.rules[0].name: is missing (it is required)",
            "mooring.yaml:6: routing.rules[0].when: is missing (it is required)",
            "mooring.yaml:6: routing.rules[0].targets: is missing (it is required)");
  }

  private static String rule(String when, String targets) {
    return PROVIDERS
        + "routing:\n  rules:\n    - when: \""
        + when
        + "\"\n      targets: ["
        + targets
        + "]\n      name: r\n";
  }
}
