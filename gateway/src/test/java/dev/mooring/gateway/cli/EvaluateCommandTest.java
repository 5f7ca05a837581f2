package dev.mooring.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What {@code evaluate} refuses. */
final class EvaluateCommandTest {
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

  private int run(String... arguments) {
    CommandLine command = Main.commandLine();
    command.setErr(new PrintWriter(err, true));
    return command.execute(arguments);
  }
}
