package dev.mooring.gateway.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/** The forms of the report. */
final class ReportTest {
  private static final Totals OFF = totals(700, 20, 0);
  private static final Totals DEFAULT = totals(990, 12, 0);

  @Test
  void promisesAreKeptWhereTheShareIsLargeEnoughAndNobodyFailedNeedlessly() {
    assertThat(findings("calm", DEFAULT).kept()).isFalse();
    assertThat(findings("calm", totals(996, 12, 0)).kept()).isTrue();
    assertThat(findings("flapping", DEFAULT).kept()).isTrue();
    assertThat(findings("flapping", totals(969, 12, 0)).kept()).isFalse();
    assertThat(findings("flapping", totals(990, 12, 1)).kept()).isFalse();
  }

  @Test
  void theTableTellsShareCostAndSaving() {
    assertThat(ReportTable.of(findings("flapping", DEFAULT)))
        .contains("flapping")
        .contains("99.00 %")
        .contains("12.00")
        .contains("8.00")
        .contains("status 503 4");
  }

  @Test
  void theDocumentHoldsARowForEachRun() throws Exception {
    JsonNode report = new ObjectMapper().readTree(ReportFile.of(findings("flapping", DEFAULT)));

    assertThat(report.at("/rows")).hasSize(2);
    assertThat(report.at("/rows/1/policy").asText()).isEqualTo("default");
    assertThat(report.at("/rows/1/shareOfBest").asDouble()).isEqualTo(0.99);
    assertThat(report.at("/rows/1/savedUsd").asDouble()).isEqualTo(8);
    assertThat(report.at("/rows/1/moves/status 503").asInt()).isEqualTo(4);
  }

  @Test
  void thePictureIsXmlWithADotForEachRun() throws Exception {
    var document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(
                new InputSource(new java.io.StringReader(Chart.of(findings("flapping", DEFAULT)))));

    assertThat(document.getElementsByTagName("circle").getLength())
        .isEqualTo(Policy.values().length + 2);
  }

  private static Findings findings(String faults, Totals shipped) {
    Oracle.Best best = new Oracle.Best(1000, 11);
    return new Findings(
        1,
        10,
        1,
        List.of(
            new Findings.Row(faults, Policy.OFF, OFF, best, best, OFF),
            new Findings.Row(faults, Policy.DEFAULT, shipped, best, best, OFF)));
  }

  private static Totals totals(long cached, double usd, long needless) {
    return new Totals(
        10,
        needless,
        needless,
        0,
        1200,
        cached,
        Map.of(ClientKind.AGENT, usd),
        Duration.ofMillis(900),
        Duration.ofMillis(1500),
        new TreeMap<>(Map.of("status 503", 4L)));
  }
}
