package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many streams at the same time, in a process with little memory. The long run is left out unless
 * it is asked for: {@code mvn verify -pl gateway -am -Dgroups=soak -DexcludedGroups=}.
 */
class ConcurrentStreamsTest {
  private static final Pattern HEAP = Pattern.compile("heap (\\d+) KiB");

  /** What a round may leave behind for reasons other than a leak: caches, compiled code. */
  private static final long NOISE_KIB = 24 * 1024;

  @TempDir Path folder = Path.of("");

  @Test
  void twoHundredStreamsAtOnceAreAllServed() throws Exception {
    assertThat(load(200, 1)).contains("200 streams, 0 broken").contains("running 0");
  }

  @Test
  @Tag("soak")
  void twoThousandStreamsTenTimesLeaveTheMemoryFlat() throws Exception {
    String figures = load(2000, 10);
    assertThat(figures.lines()).hasSize(10).allMatch(line -> line.contains(" 0 broken"));
    List<Long> heap =
        HEAP.matcher(figures).results().map(result -> Long.valueOf(result.group(1))).toList();
    assertThat(heap.get(9) - heap.get(2)).isLessThan(NOISE_KIB);
  }

  private String load(int streams, int rounds) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                StreamLoad.class.getName(),
                Integer.toString(streams),
                Integer.toString(rounds))
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String figures = Files.readString(out);
    assertThat(process.exitValue()).as(figures).isZero();
    return figures;
  }
}
