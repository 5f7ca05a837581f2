package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Environment variables in configurations. */
class EnvironmentTextTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("KEY", "s3cr3t", "NONE", "", "BRACES", "a } b: ${KEY} # \"", "PORT", "8099");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ${KEY}             | s3cr3t
          "${KEY}"           | s3cr3t
          '${KEY}'           | s3cr3t
          a-${KEY}-b${PORT}  | a-s3cr3t-b8099
          ${ABSENT:-other}   | other
          ${NONE:-other}     | other
          ${KEY:-other}      | s3cr3t
          "${ABSENT:-}"      | ''
          "$${KEY}"          | ${KEY}
          "a$b"              | a$b
          """,
      quoteCharacter = '`')
  void anExpressionIsExpandedInsideScalars(String written, String expanded) {
    String yaml = ConfigText.MINIMAL + "management: { token: " + written + " }\n";
    String token = expanded.equals("''") ? "" : expanded;
    assertThat(ConfigText.valid(yaml, ENVIRONMENT).management().token()).isEqualTo(token);
  }

  @Test
  void anUnquotedExpressionStandsInAFlowMappingAsInTheContractsSample() {
    String yaml =
        ConfigText.MINIMAL
            + "management: { host: 127.0.0.1, port: ${PORT}, token: ${MOORING_ADMIN_TOKEN:-} }\n";
    assertThat(ConfigText.valid(yaml, ENVIRONMENT).management())
        .isEqualTo(new ManagementConfig("127.0.0.1", 8099, "", false));
  }

  @Test
  void aNumberMayComeFromAVariableInQuotes() {
    String yaml = ConfigText.MINIMAL + "server: { port: \"${PORT}\" }\n";
    assertThat(ConfigText.valid(yaml, ENVIRONMENT).server().port()).isEqualTo(8099);
  }

  @Test
  void aValueCannotChangeTheDocument() {
    String yaml = ConfigText.MINIMAL.replace("id: m", "id: m\n    aliases: [\"${ALIAS}\"]");
    Map<String, String> environment = Map.of("ALIAS", "x,y]:{${KEY}");
    assertThat(ConfigText.valid(yaml, environment).aliases()).containsOnlyKeys("x,y]:{${KEY}");
  }

  @Test
  void aCommentAsksForNothing() {
    assertThat(ConfigText.valid(ConfigText.MINIMAL + "# ${ABSENT} ${not one\n").models())
        .hasSize(1);
  }

  @Test
  void anUnsetVariableIsAnErrorThatNamesIt() {
    assertThat(ConfigText.errors(ConfigText.MINIMAL.replace("key-a", "${ABSENT}")))
        .containsExactly(
            "mooring.yaml:4: providers[0].credentials[0].apiKey: environment variable ABSENT is not"
                + " set (set it, or write ${ABSENT:-default})");
  }

  @ParameterizedTest
  @ValueSource(strings = {"${a b}", "${KEY", "${}", "${1}", "${KEY:default}"})
  void whatIsNoVariableIsAnError(String written) {
    assertThat(ConfigText.errors(ConfigText.MINIMAL.replace("key-a", '"' + written + '"')))
        .containsExactly(
            "mooring.yaml:4: providers[0].credentials[0].apiKey: has a ${ that begins no variable"
                + " (expected: ${NAME} or ${NAME:-default}; $${ for a literal one)");
  }

  @Test
  void messagesShowTheVariableAndNeverItsValue() {
    String yaml =
        ConfigText.MINIMAL.replace("id: a\n", "id: \"${BRACES}\"\n")
            + "server: { port: ${KEY} }\nlogging: { format: ${KEY} }\n";
    assertThat(ConfigText.errors(yaml, ENVIRONMENT))
        .hasSizeGreaterThanOrEqualTo(3)
        .anyMatch(error -> error.contains("'${BRACES}' is not an id"))
        .contains(
            "mooring.yaml:8: server.port: is '${KEY}' (expected: a whole number, without quotes)")
        .noneMatch(error -> error.contains("s3cr3t"));
  }
}
