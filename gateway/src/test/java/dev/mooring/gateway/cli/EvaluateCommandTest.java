package dev.mooring.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code evaluate} refuses and leaves out. */
final class EvaluateCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void unknownFaultsAreNamedWithThoseThereAre() {
    assertThat(run("evaluate", "--faults", "rain")).isEqualTo(2);
    assertThat(err.toString()).contains("rain").contains("near-limits");
  }

  @Test
  void moreNodesThanThreeAreRefused() {
    assertThat(run("evaluate", "--nodes", "4")).isEqualTo(2);
    assertThat(err.toString()).contains("--nodes: 4");
  }

  @Test
  void faultsOfRedisAreRefusedWithoutOne() {
    assertThat(run("evaluate", "--faults", "redis-emptied")).isEqualTo(2);
    assertThat(err.toString()).contains("redis-emptied").contains("--redis");
  }

  @Test
  void whatCannotBePlayedIsNamedAsLeftOut(@TempDir Path folder) throws IOException {
    Path traffic = folder.resolve("traffic.jsonl");
    Files.writeString(
        traffic,
        "{\"start\":1,\"session\":\"s\",\"model\":\"claude-sonnet-5\","
            + "\"prefix\":[{\"hash\":\"a1\",\"tokens\":3000}],\"output\":20}\n");

    assertThat(run("evaluate", "--traffic", traffic.toString())).isZero();
    assertThat(out.toString())
        .contains("killed-node is left out (it needs --nodes 2 or 3)")
        .contains("redis-paused is left out (it needs --redis redis://…)")
        .contains("redis-emptied is left out (it needs --redis redis://…)");
  }

  private int run(String... arguments) {
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }
}
