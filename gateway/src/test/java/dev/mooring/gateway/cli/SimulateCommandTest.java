package dev.mooring.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.gateway.simulator.SimulatedKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The options of {@code simulate} and its scenario file. */
final class SimulateCommandTest {

  @Test
  void aKeyHasAScopeOfItsOwnUnlessOneIsNamed() {
    assertThat(SimulateCommand.key("a=secret")).isEqualTo(SimulatedKey.of("a", "secret"));
    assertThat(SimulateCommand.key("a=secret:org"))
        .isEqualTo(SimulatedKey.of("a", "secret").inScope("org"));
    assertThatThrownBy(() -> SimulateCommand.key("secret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: id=secret[:scope]");
  }

  @Test
  void aScenarioIsYamlOrJson(@TempDir Path folder) throws IOException {
    Path yaml = folder.resolve("s.yaml");
    Files.writeString(yaml, "faults:\n  - { credential: a, kind: status, status: 429 }\n");
    Path json = folder.resolve("s.json");
    Files.writeString(
        json, "{\"faults\":[{\"credential\":\"a\",\"kind\":\"status\",\"status\":429}]}");

    assertThat(ScenarioFile.faults(yaml))
        .isEqualTo(ScenarioFile.faults(json))
        .containsExactly("{\"credential\":\"a\",\"kind\":\"status\",\"status\":429}");
  }

  @Test
  void aWrongScenarioIsToldAndEndsTheCommand(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("s.yaml");
    Files.writeString(file, "fault: 1\n");
    StringWriter error = new StringWriter();
    int code =
        new CommandLine(new SimulateCommand())
            .setErr(new PrintWriter(error))
            .execute("--port", "0", "--scenario", file.toString());

    assertThat(code).isEqualTo(1);
    assertThat(error.toString()).contains("no list of faults");
  }
}
