package dev.mooring.gateway.translate.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolNamesTest {
  private static final String ODD =
      "server/tool.name with spaces and much more than sixty-four letters";

  @ParameterizedTest
  @ValueSource(strings = {"f", "_f", "get-weather_2", "mcp__server__tool"})
  void aNameThatFitsStays(String name) {
    assertThat(ToolNames.fit(name)).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2f", "-f", "a.b", "ä", ODD})
  void anotherIsMadeAnewAlwaysTheSame(String name) {
    assertThat(ToolNames.fit(name))
        .matches("[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
        .isEqualTo(ToolNames.fit(name));
  }

  @Test
  void namesThatDifferStayDifferent() {
    assertThat(ToolNames.fit("a.b")).isNotEqualTo(ToolNames.fit("a/b"));
  }

  @Test
  void theAnswerHasTheCallersNames() {
    ModelRequest request = asking(ODD);
    ModelAnswer answer =
        new ModelAnswer(
            "id",
            "model",
            List.of(
                new Part.Text("Hm.", null),
                new Part.ToolCall("a", ToolNames.fit(ODD), "{}", null, null),
                new Part.ToolCall("b", "other", "{}", null, null)),
            StopReason.TOOL_CALLS,
            null,
            TokenUsage.NONE);
    AnswerCollector collector = new AnswerCollector();

    ModelAnswer restored = ToolNames.restored(answer, request);
    answer.play(ToolNames.restoring(collector, request));

    assertThat(restored.parts())
        .filteredOn(Part.ToolCall.class::isInstance)
        .extracting(part -> ((Part.ToolCall) part).name())
        .containsExactly(ODD, "other");
    assertThat(collector.answer()).isEqualTo(restored);
  }

  @Test
  void whereAllNamesFitNothingStandsBetween() {
    AnswerCollector collector = new AnswerCollector();

    assertThat(ToolNames.restoring(collector, asking("f"))).isSameAs(collector);
  }

  private static ModelRequest asking(String name) {
    return new ModelRequest(
        List.of(),
        List.of(new Tool.Function(name, null, null, null, false, null)),
        null,
        null,
        Sampling.NONE,
        null,
        null,
        false,
        null,
        null,
        null,
        null,
        Map.of());
  }
}
