package dev.mooring.gateway.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How results are written. */
final class ResultTableTest {
  private static final Endpoint NOWHERE = Endpoint.local(1, "bench", Map.of());
  private static final Subject FLOOR =
      new Subject("haproxy", "haproxy", NOWHERE, NOWHERE, null, null);
  private static final Subject OWN = new Subject("memory", "mooring", NOWHERE, NOWHERE, null, null);

  @Test
  void theTableHasMediansAndRangesAndOnlyColumnsThatSomebodyHas() {
    assertThat(ResultTable.markdown(results()))
        .isEqualTo(
            """
            | 2 KB, one answer; half load: 5000/s | req/s | CPU µs/req | × haproxy | alloc KB/req |
            |---|---|---|---|---|
            | haproxy | 30000 | 20.0 | – | – |
            | mooring | 10000 | 40.0 (30.0–50.0) | 2.00 (1.50–2.50) | 7.5 |

            - mooring, 2 KB, one answer: 3 errors
            - nginx is not installed
            """);
  }

  @Test
  void jsonHasEveryRound() throws IOException {
    JsonNode root = new ObjectMapper().readTree(ResultTable.json(results()));

    JsonNode cpu = root.at("/2k/subjects/mooring/cpuMicrosPerRequest");
    assertThat(cpu.path("median").asDouble()).isEqualTo(40);
    assertThat(cpu.path("rounds")).hasSize(3);
    assertThat(root.path("notes").path(0).asText()).isEqualTo("nginx is not installed");
  }

  private static Results results() {
    Results results =
        new Results(Map.of(Shape.UNARY_2K, 5_000.0), List.of("nginx is not installed"));
    for (double cpu : new double[] {30, 50, 40}) {
      Sample floor = new Sample().put(Metric.REQUESTS, 30_000).put(Metric.CPU, 20);
      Sample own = new Sample().put(Metric.REQUESTS, 10_000).put(Metric.CPU, cpu);
      own.put(Metric.ALLOCATED, 7.5).put(Metric.ERRORS, 1).putRatio(floor);
      results.add(Shape.UNARY_2K, FLOOR, floor);
      results.add(Shape.UNARY_2K, OWN, own);
    }
    return results;
  }
}
