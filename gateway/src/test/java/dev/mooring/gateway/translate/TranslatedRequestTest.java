package dev.mooring.gateway.translate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.ToolNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TranslatedRequestTest {
  private static final String ODD = "mcp/server.tool with spaces";
  private static final String FIT = ToolNames.fit(ODD);
  private static final String REQUEST =
      "{'model':'m','messages':[{'role':'user','content':'Go'},"
          + "{'role':'assistant','tool_calls':[{'id':'a','type':'function','function':"
          + "{'name':'ODD','arguments':'{}'}}]},{'role':'tool','tool_call_id':'a','content':'1'}],"
          + "'tools':[{'type':'function','function':{'name':'ODD','parameters':"
          + "{'type':'object'}}}],"
          + "'tool_choice':{'type':'function','function':{'name':'ODD'}}}";

  private final TranslatedRequest request =
      new TranslatedRequest(Api.CHAT, json(REQUEST), (feature, details) -> {});

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void noProviderGetsANameThatSomeRefuse(Dialect dialect) {
    Target target = new Target("m", "openai-compatible", null, Set.of(), true);
    String body = new String(request.body(dialect, target, (feature, details) -> {}), UTF_8);

    assertThat(body).contains(FIT).doesNotContain(ODD);
    assertThat(names(body)).hasSizeGreaterThanOrEqualTo(3).containsOnly(FIT);
  }

  private static List<String> names(String body) {
    Matcher matcher =
        Pattern.compile("\"(?:name|allowedFunctionNames)\":\\[?\"([^\"]*)\"").matcher(body);
    List<String> names = new ArrayList<>();
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }

  private static byte[] json(String text) {
    return text.replace('\'', '"').replace("ODD", ODD).getBytes(UTF_8);
  }
}
