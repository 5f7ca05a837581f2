package dev.mooring.gateway.routing.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.config.RuleConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which rule a request matches. */
class RulesTest {
  private final List<String> failures = new ArrayList<>();

  @Test
  void theFirstRuleThatMatchesDecides() {
    Rules rules = rules("team == 'us'", "team == 'eu'", "true");
    assertThat(first(rules, "eu", Map.of())).isEqualTo("r1");
    assertThat(first(rules, "us", Map.of())).isEqualTo("r0");
    assertThat(first(rules, "asia", Map.of())).isEqualTo("r2");
  }

  @Test
  void withoutAMatchThereIsNoRule() {
    assertThat(first(rules("team == 'us'"), "eu", Map.of())).isNull();
    assertThat(first(new Rules(List.of()), "eu", Map.of())).isNull();
  }

  @Test
  void anEarlierRuleThatReadsHeadersComesBeforeALaterOneThatDoesNot() {
    Rules rules = rules("headers.tier == 'gold'", "team == 'eu'", "headers.tier == 'tin'");
    assertThat(first(rules, "eu", Map.of("tier", "gold"))).isEqualTo("r0");
    assertThat(first(rules, "eu", Map.of("tier", "tin"))).isEqualTo("r1");
    assertThat(first(rules, "us", Map.of("tier", "tin"))).isEqualTo("r2");
    assertThat(first(rules, "us", Map.of())).isNull();
  }

  @Test
  void whatWasDecidedForOneRequestIsNotAppliedToAnother() {
    Rules rules = rules("user == 'ann'", "team == 'eu' && 'batch' in tags", "promptTokens > 100");
    assertThat(first(rules, input("eu", "ann", Map.of(), List.of(), 0))).isEqualTo("r0");
    assertThat(first(rules, input("eu", "bob", Map.of(), List.of("batch"), 0))).isEqualTo("r1");
    assertThat(first(rules, input("us", "bob", Map.of(), List.of("batch"), 101))).isEqualTo("r2");
    assertThat(first(rules, input("us", "bob", Map.of(), List.of("batch"), 100))).isNull();
    assertThat(rules.rememberedSettled()).isEqualTo(2);
    assertThat(rules.rememberedTraits()).isEqualTo(3);
  }

  @Test
  void aRuleThatFailsDoesNotMatchAndTheNextIsLookedAt() {
    Rules rules = rules("int(headers.tier) > 1", "true");
    assertThat(first(rules, "eu", Map.of("tier", "gold"))).isEqualTo("r1");
    assertThat(first(rules, "eu", Map.of("tier", "tin"))).isEqualTo("r1");
    assertThat(failures).containsExactly("r0", "r0");
    assertThat(first(rules, "eu", Map.of("tier", "2"))).isEqualTo("r0");
  }

  @Test
  void aHeaderThatIsNotThereIsNoFailure() {
    Rules rules = rules("headers.tier == 'gold' && promptTokens > 0");
    assertThat(first(rules, "eu", Map.of("other", "x"))).isNull();
    assertThat(failures).isEmpty();
  }

  @Test
  void howManyCombinationsAreRememberedIsBounded() {
    Rules rules = rules("team == 'eu'", "headers.tier == 'x'");
    for (int i = 0; i < 2 * Remembered.MOST; i++) {
      first(rules, "team-" + i, Map.of("tier", "t" + i));
    }
    assertThat(rules.rememberedSettled()).isBetween(1, Remembered.MOST);
    assertThat(rules.rememberedTraits()).isBetween(1, Remembered.MOST);
    assertThat(first(rules, "eu", Map.of())).isEqualTo("r0");
  }

  @Test
  void traitsThatAreTooLongAreReadEachTime() {
    Rules rules = rules("'batch' in tags");
    List<String> tags = List.of("x".repeat(5000), "batch");
    assertThat(first(rules, input("eu", "", Map.of(), tags, 1))).isEqualTo("r0");
    assertThat(rules.rememberedTraits()).isZero();
  }

  @Test
  void anAbsentHeaderIsNotTakenForAnEmptyOne() {
    Rules rules = rules("'tier' in headers", "headers.exists(name, name == 'other')");
    assertThat(first(rules, "eu", Map.of())).isNull();
    assertThat(first(rules, "eu", Map.of("other", ""))).isEqualTo("r1");
    assertThat(first(rules, "eu", Map.of("tier", "gold"))).isEqualTo("r0");
  }

  private @Nullable String first(Rules rules, String team, Map<String, String> headers) {
    return first(rules, input(team, "", headers, List.of(), 1));
  }

  private @Nullable String first(Rules rules, RuleInput input) {
    RuleConfig rule = rules.first(input, failures::add);
    return rule == null ? null : rule.name();
  }

  private static RuleInput input(
      String team, String user, Map<String, String> headers, List<String> tags, long tokens) {
    RequestHeaders view =
        new RequestHeaders() {
          @Override
          public @Nullable String first(String name) {
            return headers.get(name);
          }

          @Override
          public Map<String, String> all() {
            return headers;
          }
        };
    return new RuleInput(
        new RuleInput.Settled("m", "m", "chat", team, "k"), user, view, tags, tokens);
  }

  /** Rules r0, r1 … with these conditions. */
  private static Rules rules(String... conditions) {
    StringBuilder yaml =
        new StringBuilder(
            """
            providers: [{ id: a, type: openai-compatible, baseUrl: "http://a" }]
            models: [{ id: m, targets: [{ provider: a, model: up }] }]
            routing:
              rules:
            """);
    for (int i = 0; i < conditions.length; i++) {
      yaml.append(
          "    - { name: r%d, when: \"%s\", targets: [{ provider: a, model: up }] }\n"
              .formatted(i, conditions[i]));
    }
    LoadedConfig loaded = ConfigLoader.parse("test.yaml", yaml.toString(), Map.of());
    assertThat(loaded).as(loaded.toString()).isInstanceOf(LoadedConfig.Valid.class);
    return new Rules(((LoadedConfig.Valid) loaded).config().routing().rules());
  }
}
