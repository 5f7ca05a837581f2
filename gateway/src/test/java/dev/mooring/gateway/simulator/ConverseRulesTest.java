package dev.mooring.gateway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the simulated Converse refuses, and what it does not. */
final class ConverseRulesTest {
  private static final String PATH = "/model/us.anthropic.claude-sonnet-5/converse";
  private static final String TOOLS =
      "'toolConfig':{'tools':[{'toolSpec':{'name':'w','inputSchema':{'json':{'type':'object'}}}}]}";

  @RegisterExtension
  final RunningSimulator running = new RunningSimulator(SimulatedKey.of("a", "key-a"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          'messages':[%hi],'max_tokens':5                          | extraneous key [max_tokens]
          'messages':[%hi],'inferenceConfig':{'topK':5}            | extraneous key [topK]
          'messages':[]                                            | must start with a user message
          'messages':[%hello,%hi]                                  | must start with a user message
          'messages':[%hi,%hi]                                     | must alternate
          'messages':[{'role':'user','content':[]}]                | messages.0 is empty
          'messages':[{'role':'user','content':[{'text':' '}]}]    | messages.0.content.0 is blank
          'messages':[%hi],'system':[{'text':''}]                  | system.0 is blank
          'messages':[{'role':'user','content':[{'text':'x','cachePoint':{}}]}] | can only set one
          'messages':[{'role':'user','content':[%point]}]          | type: Field required
          'messages':[%hi,%call,%result]                           | toolConfig field must be defined
          'messages':[%hi,%call,%hi],%tools                        | Expected toolResult blocks
          'messages':[%hi,%hello,%result],%tools                   | exceeds the number of toolUse
          'messages':[%hi],'toolConfig':{'tools':[]}               | greater than or equal to 1
          'messages':[%hi],'toolConfig':{'tools':[{'toolSpec':{'name':'a.b'}}]} | pattern: [a-zA-Z0-9_-]+
          'messages':[%hi],'toolConfig':{'tools':[{'toolSpec':{'name':'a'}}]} | must be one of the
          'messages':[%hi],'system':[{'text':'a'},%point,{'text':'b'},%long]  | must not come after
          """)
  void aBodyThatBreaksARuleIsRefused(String body, String told) {
    assertThat(running.calls().refused(400, PATH, "key-a", json(body)).path("message").asText())
        .contains(told);
  }

  @Test
  void fourCachePointsAreTheMost() {
    String four = "{'text':'a'},%point,{'text':'b'},%point,{'text':'c'},%point,{'text':'d'},%point";
    String body = "'messages':[%hi],'system':[" + four;

    assertThat(running.calls().ok(PATH, "key-a", json(body + "]")).has("output")).isTrue();
    assertThat(
            running
                .calls()
                .refused(400, PATH, "key-a", json(body + ",{'text':'e'},%point]"))
                .path("message")
                .asText())
        .contains("A maximum of 4 blocks");
  }

  @Test
  void aPairOfToolUseAndResultIsTaken() {
    assertThat(
            running
                .calls()
                .ok(PATH, "key-a", json("'messages':[%hi,%call,%result],%tools"))
                .has("output"))
        .isTrue();
  }

  private static String json(String body) {
    return ("{" + body + "}")
        .replace("%tools", TOOLS)
        .replace("%hello", "{'role':'assistant','content':[{'text':'hello'}]}")
        .replace("%hi", "{'role':'user','content':[{'text':'hi'}]}")
        .replace(
            "%call",
            "{'role':'assistant','content':[{'toolUse':{'toolUseId':'t1','name':'w','input':{}}}]}")
        .replace(
            "%result",
            "{'role':'user','content':[{'toolResult':{'toolUseId':'t1','content':[{'text':''}]}}]}")
        .replace("%point", "{'cachePoint':{'type':'default'}}")
        .replace("%long", "{'cachePoint':{'type':'default','ttl':'1h'}}")
        .replace('\'', '"');
  }
}
