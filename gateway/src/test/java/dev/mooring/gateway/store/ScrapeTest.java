package dev.mooring.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.cache.LearnedLifetimes;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.routing.Health;
import dev.mooring.gateway.routing.TargetSpeeds;
import dev.mooring.gateway.telemetry.Metrics;
import io.netty.channel.DefaultEventLoop;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The page for Prometheus costs the same however many sessions live. */
class ScrapeTest {
  private static final int SESSIONS = 100_000;

  @Test
  void aHundredThousandSessionsAddNothingToThePage() {
    LoadedConfig loaded =
        ConfigLoader.parse(
            "test.yaml",
            """
            providers: [{ id: p, type: openai-compatible, baseUrl: "http://127.0.0.1:1" }]
            models: [{ id: m, targets: [{ provider: p, model: m }] }]
            """,
            Map.of());
    InstantSource clock = InstantSource.system();
    DefaultEventLoop loop = new DefaultEventLoop();
    try (Metrics metrics = new Metrics();
        NodeStore store =
            NodeStore.of(
                ((LoadedConfig.Valid) loaded).config(),
                clock,
                metrics,
                new Health(clock),
                new TargetSpeeds(clock),
                new LearnedLifetimes())) {
      LoopStores stores = store.open(loop);
      int lines = lines(metrics);
      for (int i = 0; i < SESSIONS; i++) {
        SessionKey session = new SessionKey("%064x".formatted(i));
        Pin pin = new Pin("p", "m", "a", i);
        stores.pins().write(new PinWrite.Claim(session, "m", pin, Duration.ofMinutes(5)));
      }
      assertThat(lines(metrics)).isEqualTo(lines);
      long start = System.nanoTime();
      int scrapes = 20;
      for (int i = 0; i < scrapes; i++) {
        metrics.scrape();
      }
      assertThat(Duration.ofNanos((System.nanoTime() - start) / scrapes))
          .as("a scrape")
          .isLessThan(Duration.ofMillis(100));
    } finally {
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  private static int lines(Metrics metrics) {
    return (int) metrics.scrape().lines().filter(line -> line.startsWith("mooring_")).count();
  }
}
