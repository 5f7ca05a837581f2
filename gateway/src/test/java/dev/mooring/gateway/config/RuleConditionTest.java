package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.RuleCondition.Verdict;
import dev.mooring.gateway.config.RuleVariable.Spread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What conditions say, and what can be known of them before a request comes. */
class RuleConditionTest {
  private static final Map<String, Object> SETTLED =
      Map.of(
          "model", "openai/gpt-5.5",
          "requestedModel", "gpt",
          "api", "chat",
          "team", "eu",
          "key", "web");

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "team == 'eu' && model.startsWith('openai/')          ; YES",
        "team in ['us', 'ca']                                 ; NO",
        "team == 'us' && headers['x-tier'] == 'gold'          ; NO",
        "team == 'eu' || headers['x-tier'] == 'gold'          ; YES",
        "team == 'eu' && headers['x-tier'] == 'gold'          ; OPEN",
        "promptTokens > 1000                                  ; OPEN",
        "user == 'ann'                                        ; OPEN",
        "'batch' in tags                                      ; OPEN",
        "'batch' in tags && key == 'app'                      ; NO",
        "requestedModel.matches('^g.t$') && api == 'chat'     ; YES"
      })
  void whatTheSettledVariablesDecideIsKnownWithoutTheOthers(String when, Verdict verdict)
      throws RefusedValueException {
    assertThat(ConditionCompiler.compile(when).settle(SETTLED, Spread.FEW)).isEqualTo(verdict);
  }

  @Test
  void withAllButThePromptsSizeOnlyWhatDependsOnThatIsOpen() throws RefusedValueException {
    Map<String, Object> known = request();
    known.remove("promptTokens");
    for (Map.Entry<String, Verdict> entry :
        Map.of(
                "'batch' in tags && user.startsWith('ann')", Verdict.YES,
                "headers['x-tier'] == 'tin' && promptTokens > 7", Verdict.NO,
                "headers['x-tier'] == 'gold' && promptTokens > 7", Verdict.OPEN)
            .entrySet()) {
      assertThat(ConditionCompiler.compile(entry.getKey()).settle(known, Spread.MANY))
          .isEqualTo(entry.getValue());
    }
  }

  @Test
  void theVariablesThatAConditionReadsAreKnown() throws RefusedValueException {
    RuleCondition condition = ConditionCompiler.compile("tags.exists(t, t == user) && model != ''");
    assertThat(RuleVariable.values())
        .filteredOn(condition::reads)
        .containsExactly(RuleVariable.MODEL, RuleVariable.USER, RuleVariable.TAGS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "headers['x-tier'] == 'gold'                          ; YES",
        "headers.`x-tier` == 'gold'                           ; YES",
        "has(headers.accept) && headers.accept == 'x'         ; NO",
        "'x-tier' in headers && 'batch' in tags               ; YES",
        "headers.exists(name, name.startsWith('x-'))          ; YES",
        "tags.all(tag, tag != 'night')                        ; YES",
        "promptTokens >= 2000 && promptTokens < 3e3           ; YES",
        "user == '' ? false : user.endsWith('@acme.com')      ; YES"
      })
  void aConditionReadsTheWholeRequest(String when, Verdict verdict) throws RefusedValueException {
    List<String> failures = new ArrayList<>();
    assertThat(ConditionCompiler.compile(when).decide(request(), failures::add)).isEqualTo(verdict);
    assertThat(failures).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "headers['x-none'] == 'gold'          ; ATTRIBUTE_NOT_FOUND",
        "int(headers['x-tier']) > 1           ; BAD_FORMAT",
        "promptTokens / (promptTokens - 2048) > 1 ; DIVIDE_BY_ZERO",
        "tags[7] == 'x'                       ; INDEX_OUT_OF_BOUNDS"
      })
  void aConditionThatFailsDoesNotHoldAndSaysWhy(String when, String code)
      throws RefusedValueException {
    List<String> failures = new ArrayList<>();
    assertThat(ConditionCompiler.compile(when).decide(request(), failures::add))
        .isEqualTo(Verdict.NO);
    assertThat(failures).containsExactly(code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "headers['x-a'] == 'v' && promptTokens > 1   ; x-a     ; x-a ; false",
        "headers.a == 'v' && 'b' in headers          ; a,b     ; a,b ; false",
        "has(headers.a) && headers.a == 'v'          ; a       ; a   ; false",
        "'a' in headers ? headers.b == 'v' : true    ; a,b     ;     ; false",
        "!('a' in headers)                           ; a       ;     ; false",
        "headers.a == 'v' || headers.b == 'v'        ; a,b     ;     ; false",
        "team == 'eu' && (headers.a == 'v' || user == '') ; a  ;     ; false",
        "!(headers.a == 'v')                         ; a       ; a   ; false",
        "headers.a == 'v' ? true : false             ; a       ; a   ; false",
        "headers.exists(h, h == 'a')                 ;         ; ; true",
        "tags.exists(t, headers[t] == 'v')           ;         ; ; true",
        "size(headers) > 3 && headers.a == 'v'       ; a       ; a   ; true",
        "tags.exists(t, t == headers.a)              ; a       ;     ; false",
        "[headers.a].exists(t, t == 'v')             ; a       ; a   ; false",
        "team == 'eu'                                ;         ; ; false"
      })
  void theHeadersThatAConditionUsesAreKnownBeforehand(
      String when, String read, String needed, boolean all) throws RefusedValueException {
    RuleCondition condition = ConditionCompiler.compile(when);
    assertThat(condition.headers()).isEqualTo(names(read));
    assertThat(condition.neededHeaders()).isEqualTo(names(needed));
    assertThat(condition.readsAllHeaders()).isEqualTo(all);
  }

  @Test
  void aConditionEqualsOneOfTheSameText() throws RefusedValueException {
    assertThat(ConditionCompiler.compile("team == 'a'"))
        .isEqualTo(ConditionCompiler.compile("team == 'a'"))
        .hasSameHashCodeAs(ConditionCompiler.compile("team == 'a'"))
        .isNotEqualTo(ConditionCompiler.compile("team == 'b'"))
        .hasToString("team == 'a'");
  }

  private static Map<String, Object> request() {
    Map<String, Object> variables = new HashMap<>(SETTLED);
    variables.put("user", "ann@acme.com");
    variables.put("headers", Map.of("x-tier", "gold", "accept", "application/json"));
    variables.put("tags", List.of("batch", "nightly"));
    variables.put("promptTokens", 2048L);
    return variables;
  }

  private static Set<String> names(String list) {
    return list == null ? Set.of() : Set.of(list.split(","));
  }
}
