package dev.mooring.gateway.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.Wire;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console's files, as a browser asks for them. */
class ConsoleFilesTest {
  private static final Pattern ASKED = Pattern.compile("(?:src|href)=\"([^\"]+)\"");

  private static Wire wire;

  @BeforeAll
  static void start() {
    wire =
        Wire.of(
            """
            management: { port: 0, token: files-token }
            providers: [{ id: p, type: openai-compatible, baseUrl: "@0" }]
            models: [{ id: m, targets: [{ provider: p, model: m }] }]
            """,
            SimulatorConfig.DEFAULTS);
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @Test
  void thePageNeedsNoLoginAndEverythingItAsksForIsHere() {
    Answer page = wire.manage("/");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("content-type")).startsWith("text/html");
    assertThat(page.text()).doesNotContain("http://", "https://");
    Matcher asked = ASKED.matcher(page.text());
    int files = 0;
    while (asked.find()) {
      assertThat(wire.manage("/" + asked.group(1)).status()).as(asked.group(1)).isEqualTo(200);
      files++;
    }
    assertThat(files).isGreaterThan(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/app.js",
        "/console/views/overview.js",
        "/console/vendor/lit-html/lit-html.js",
        "/console/vendor/lit-html/directives/ref.js",
        "/console/vendor/uplot/uPlot.esm.js"
      })
  void scriptsAreServedAsSuch(String path) {
    Answer script = wire.manage(path);
    assertThat(script.status()).isEqualTo(200);
    assertThat(script.header("content-type")).contains("javascript");
  }

  @Test
  void nothingFromElsewhereIsRunAndNobodyFramesThePage() {
    assertThat(wire.manage("/").header("content-security-policy"))
        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
        .contains("require-trusted-types-for 'script'")
        .doesNotContain("unsafe");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/console/none.js", "/console/../admin/openapi.json", "/none"})
  void whatIsNotThereIsA404(String path) {
    assertThat(wire.manage(path).status()).isIn(401, 404);
  }
}
