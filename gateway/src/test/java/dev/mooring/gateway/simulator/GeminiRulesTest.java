package dev.mooring.gateway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the simulated Gemini refuses, and what it does not. */
final class GeminiRulesTest {
  private static final String GEMINI_3 = "/v1beta/models/gemini-3-pro:generateContent";
  private static final String GEMINI_2 = "/v1beta/models/gemini-2.5-flash:generateContent";
  private static final String VERTEX =
      "/v1/projects/p/locations/l/publishers/google/models/gemini-2.5-flash:generateContent";
  private static final String HI = "{'role':'user','parts':[{'text':'hi'}]}";
  private static final String CALL = "{'functionCall':{'name':'w','args':{}}}";
  private static final String RESPONSE =
      "{'role':'user','parts':[{'functionResponse':{'name':'w','response':{}}}]}";

  @RegisterExtension
  final RunningSimulator running = new RunningSimulator(SimulatedKey.of("a", "key-a"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          'max_tokens':5,'contents':[%hi]                           | Unknown name "max_tokens"
          'contents':[%hi],'generationConfig':{'max_tokens':5}      | at 'generation_config'
          'contents':[]                                             | contents is not specified
          'contents':[{'role':'assistant','parts':[{'text':'x'}]}]  | valid role: user, model
          'contents':[{'role':'user','parts':[]}]                   | must not be empty
          'contents':[{'role':'user','parts':[{}]}]                 | one initialized field
          'contents':[{'role':'user','parts':[{'text':'x','cache_control':{}}]}] | "cache_control"
          'contents':[%hi,%response]                                | number of function response
          'contents':[%hi,{'role':'model','parts':[%call]},%hi]     | number of function response
          'contents':[%hi,{'role':'model','parts':[%call]}]         | number of function response
          'contents':[%hi],'tools':[{'functionDeclarations':[{'name':'a b'}]}] | Invalid function
          """)
  void aBodyThatBreaksARuleIsRefused(String body, String told) {
    JsonNode error = refused(GEMINI_2, body);

    assertThat(error.path("status").asText()).isEqualTo("INVALID_ARGUMENT");
    assertThat(error.path("message").asText()).contains(told);
  }

  @Test
  void aCallInAGemini3HistoryNeedsASignature() {
    String history = "'contents':[%hi,{'role':'model','parts':[%call]},%response]";

    assertThat(refused(GEMINI_3, history).path("message").asText())
        .contains("missing a thought_signature")
        .contains("default_api:w")
        .contains("position 2");
    accepted(GEMINI_2, history);
    accepted(GEMINI_3, signed(GeminiCheck.SENTINEL));
    assertThat(refused(GEMINI_3, signed("Zm9yZWlnbg==")).path("message").asText())
        .isEqualTo("Thought signature is not valid.");
  }

  @Test
  void aSignatureOfItsOwnIsTakenBack() {
    running.simulator().credential("a").reply(Reply.text(0).withToolCall("w", "{}"), 1);
    JsonNode answer = running.calls().ok(GEMINI_3, "key-a", json("'contents':[%hi]"));
    String signature = answer.at("/candidates/0/content/parts/0/thoughtSignature").asText();

    accepted(GEMINI_3, signed(signature));
  }

  @Test
  void aSchemaKnowsGooglesKeywordsOnly() {
    String inProperty =
        tool("'parameters':{'type':'object','properties':{'x':{'type':'string','const':'y'}}}");

    assertThat(refused(GEMINI_2, tool("'parameters':{'$schema':'x'}")).path("message").asText())
        .contains("\"$schema\" at 'tools[0].function_declarations[0].parameters'");
    assertThat(refused(GEMINI_2, inProperty).path("message").asText()).contains("\"const\"");
    String closed = tool("'parameters':{'type':'object','additionalProperties':false}");
    refused(GEMINI_2, closed);
    accepted(VERTEX, closed);
    accepted(GEMINI_2, tool("'parametersJsonSchema':{'$schema':'x','const':1}"));
    accepted(GEMINI_2, tool("'parameters':{'type':'object','properties':{'const':{}}}"));
  }

  private static String signed(String signature) {
    return "'contents':[%hi,{'role':'model','parts':[{'functionCall':{'name':'w','args':{}},"
        + "'thoughtSignature':'"
        + signature
        + "'},%call]},"
        + "{'role':'user','parts':[{'functionResponse':{'name':'w','response':{}}},"
        + "{'functionResponse':{'name':'w','response':{}}}]}]";
  }

  private static String tool(String schema) {
    return "'contents':[%hi],'tools':[{'functionDeclarations':[{'name':'w'," + schema + "}]}]";
  }

  private JsonNode refused(String path, String body) {
    return running.calls().refused(400, path, "key-a", json(body)).path("error");
  }

  private void accepted(String path, String body) {
    assertThat(running.calls().ok(path, "key-a", json(body)).has("candidates")).isTrue();
  }

  private static String json(String body) {
    String whole = "{" + body + "}";
    return whole
        .replace("%hi", HI)
        .replace("%call", CALL)
        .replace("%response", RESPONSE)
        .replace('\'', '"');
  }
}
