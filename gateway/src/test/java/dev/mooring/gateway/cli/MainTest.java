package dev.mooring.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.core.OutputStreamAppender;
import dev.mooring.gateway.config.LoggingConfig.Format;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** The command line: exit codes and what is printed where. */
class MainTest {
  private static final String VALID =
      """
      providers:
        - id: a
          type: openai-compatible
          baseUrl: http://127.0.0.1:9001/v1
      models:
        - id: m
          targets: [{ provider: a, model: up }]
      """;

  @TempDir Path folder = Path.of("");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void checkSaysThatAFileIsValid() throws IOException {
    Path file = write(VALID);
    assertThat(run("check", "--config", file.toString())).isZero();
    assertThat(out.toString().strip())
        .isEqualTo(file + ": valid (1 provider, 1 credential, 1 model, 0 teams, 0 client keys)");
    assertThat(err.toString())
        .startsWith("warning: " + file + ":4: providers[0].baseUrl: is taken as");
  }

  @Test
  void checkPrintsEveryErrorOneALineAndExits1() throws IOException {
    Path file = write(VALID + "helth: 1\nserver: { port: x }\n");
    assertThat(run("check", "--config", file.toString())).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString().lines())
        .containsExactly(
            file + ":8: unknown field 'helth' (did you mean 'health'?)",
            file + ":9: server.port: is 'x' (expected: a whole number, without quotes)");
  }

  @Test
  void checkNeedsAFile() {
    assertThat(run("check")).isEqualTo(2);
    assertThat(err.toString()).contains("Missing required option: '--config=FILE'");
  }

  @Test
  void serveRefusesAnInvalidFileWithItsErrors() throws IOException {
    Path file = write(VALID + "helth: 1\n");
    assertThat(run("serve", "--config", file.toString())).isEqualTo(1);
    assertThat(err.toString().lines())
        .containsExactly(file + ":8: unknown field 'helth' (did you mean 'health'?)");
  }

  @Test
  void serveRefusesASessionDatabaseBesideRedis() throws IOException {
    Path file = write(VALID + "store: { type: redis, redis: { uri: \"redis://127.0.0.1:1\" } }\n");
    assertThat(run("serve", "--config", file.toString(), "--session-db")).isEqualTo(1);
    assertThat(run("serve", "--session-db", "a.db", "--config", file.toString())).isEqualTo(1);
    String message =
        "mooring: --session-db is for the memory store, and store.type is redis (remove one)";
    assertThat(err.toString().lines()).containsExactly(message, message);
  }

  @Test
  void helpNamesTheCommandsAndVersionTheProgram() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("serve", "check");
    assertThat(run("serve", "--help")).isZero();
    assertThat(out.toString()).contains("--session-db");
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).contains("Mooring " + Main.version());
  }

  @Test
  void withoutACommandTheUsageIsShown() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("Usage: mooring");
    assertThat(run("sevre")).isEqualTo(2);
    assertThat(err.toString()).contains("serve");
  }

  @Test
  void theLogTurnsToJsonAndBack() {
    LogFormat.use(Format.JSON);
    assertThat(appender().getEncoder()).isInstanceOf(JsonEncoder.class);
    LogFormat.use(Format.TEXT);
    assertThat(appender().getEncoder())
        .isInstanceOfSatisfying(
            PatternLayoutEncoder.class,
            encoder -> assertThat(encoder.getPattern()).contains("%msg"));
  }

  private static OutputStreamAppender<?> appender() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    return (OutputStreamAppender<?>)
        context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(LogFormat.APPENDER);
  }

  private Path write(String yaml) throws IOException {
    return Files.writeString(folder.resolve("mooring.yaml"), yaml);
  }

  private int run(String... arguments) {
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }
}
