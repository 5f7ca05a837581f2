package dev.mooring.gateway.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The paced client against the benchmark's own upstream. */
final class PacedClientTest {
  private static final int DELTAS = 5;

  private final PacedClient client = new PacedClient();
  private final UpstreamServer upstream = new UpstreamServer(DELTAS);

  @BeforeEach
  void start() {
    upstream.start(0, 1_000);
  }

  @AfterEach
  void close() {
    client.close();
    upstream.close();
  }

  @Test
  void everyAnswerIsTimed() {
    Latencies seen = client.run(load(Shape.UNARY_2K, upstream.port(), 40));

    assertThat(seen.whole().count()).isEqualTo(40);
    assertThat(seen.first().micros(50)).isPositive();
    assertThat(seen.errors()).isZero();
  }

  @Test
  void everyEventOfAStreamIsCounted() {
    Latencies seen = client.run(load(Shape.STREAM, upstream.port(), 20));

    assertThat(seen.errors()).isZero();
    assertThat(seen.events()).isEqualTo(20L * FixedAnswers.chatStream(DELTAS).size());
    assertThat(seen.first().micros(50)).isLessThan(seen.whole().micros(50));
  }

  @Test
  void requestsThatNobodyTakesAreErrors() {
    int port = Program.freePort();

    Latencies seen = client.run(load(Shape.UNARY_2K, port, 10));

    assertThat(seen.errors()).isEqualTo(10);
    assertThat(seen.whole().count()).isZero();
  }

  private static PacedLoad load(Shape shape, int port, int requests) {
    Endpoint endpoint = Endpoint.local(port, "bench", Map.of());
    return new PacedLoad(
        endpoint.host(),
        endpoint.port(),
        List.of(new PacedLoad.Share(endpoint.request(shape), shape.stream(), 1)),
        1_000,
        Duration.ofSeconds(10),
        requests,
        4,
        Duration.ofSeconds(10));
  }
}
