package dev.mooring.gateway.translate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.ToolNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Names of tools that some provider refuses, there and back. */
final class TranslatedToolNamesTest {
  private static final String ODD = "mcp/server.tool with spaces";
  private static final String FIT = ToolNames.fit(ODD);
  private static final String REQUEST =
      "{'model':'m','messages':[{'role':'user','content':'Go'},"
          + "{'role':'assistant','tool_calls':[{'id':'a','type':'function','function':"
          + "{'name':'ODD','arguments':'{}'}}]},{'role':'tool','tool_call_id':'a','content':'1'}],"
          + "'tools':[{'type':'function','function':{'name':'ODD','parameters':"
          + "{'type':'object'}}}],"
          + "'tool_choice':{'type':'function','function':{'name':'ODD'}}}";
  private static final String CALL =
      "'tool_calls':[{'index':0,'id':'b','type':'function','function':"
          + "{'name':'FIT','arguments':'{}'}}]";

  private final TranslatedRequest request =
      new TranslatedRequest(Api.CHAT, json(REQUEST), (feature, details) -> {});

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void noProviderGetsThem(Dialect dialect) {
    Target target = new Target("m", "openai-compatible", null, Set.of(), true);
    String body = new String(request.body(dialect, target, (feature, details) -> {}), UTF_8);

    assertThat(body).contains(FIT).doesNotContain(ODD);
    assertThat(names(body)).hasSizeGreaterThanOrEqualTo(3).containsOnly(FIT);
  }

  @Test
  void theCallerGetsThemBack() {
    byte[] whole = json("{'id':'1','choices':[{'message':{" + CALL + "}}]}");
    byte[] chunk = json("{'id':'1','choices':[{'index':0,'delta':{" + CALL + "}}]}");

    String answer = new String(answer().whole(whole), UTF_8);
    TranslatedAnswer streamed = answer();
    String events =
        new String(streamed.feed(("data: " + new String(chunk, UTF_8) + "\n\n").getBytes(UTF_8)), UTF_8)
            + new String(streamed.feed("data: [DONE]\n\n".getBytes(UTF_8)), UTF_8);

    assertThat(answer).contains(ODD).doesNotContain(FIT);
    assertThat(events).contains(ODD).doesNotContain(FIT);
  }

  private TranslatedAnswer answer() {
    return request.answer(Dialect.CHAT, "m", "1", Instant.EPOCH, 0, List.of());
  }

  private static List<String> names(String body) {
    Matcher matcher = Pattern.compile("\"(?:name|allowedFunctionNames)\":\\[?\"([^\"]*)\"").matcher(body);
    List<String> names = new ArrayList<>();
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  private static byte[] json(String text) {
    return text.replace('\'', '"').replace("ODD", ODD).replace("FIT", FIT).getBytes(UTF_8);
  }
}
