package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.telemetry.Exposition;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What callers write never becomes a label. */
class CardinalityTest {
  private static final int REQUESTS = 10_000;
  private static final int AT_ONCE = 500;

  @Test
  void tenThousandSessionsAndUnknownModelsMakeNoSeries() {
    try (Wire wire = Wire.of(TwoProviders.CONFIG.replace("@1", "@0"), SimulatorConfig.DEFAULTS)) {
      HttpClient client =
          wire.vertx()
              .httpClientBuilder()
              .with(new PoolOptions().setHttp1MaxSize(16).setMaxWaitQueueSize(AT_ONCE))
              .build();
      sendAll(wire, client, 0, 10);
      Set<String> few = series(wire);
      sendAll(wire, client, 10, REQUESTS);
      assertThat(series(wire)).isEqualTo(few);
      assertThat(Exposition.parse(wire.manage("/metrics").text()).sum("mooring_requests_total"))
          .isGreaterThanOrEqualTo(REQUESTS);
      Wire.await(client.close());
    }
  }

  /** Nine of ten requests ask for a model that nobody knows, each in a session of its own. */
  private static void sendAll(Wire wire, HttpClient client, int from, int to) {
    for (int start = from; start < to; start += AT_ONCE) {
      List<Future<?>> answers = new ArrayList<>();
      for (int i = start; i < Math.min(to, start + AT_ONCE); i++) {
        answers.add(send(wire, client, i));
      }
      Wire.await(Future.all(answers));
    }
  }

  private static Future<Buffer> send(Wire wire, HttpClient client, int number) {
    String model = number % 10 == 0 ? "m" : "unknown-" + number;
    Buffer body = Buffer.buffer(ApiCall.CHAT.bodyOf(model, "hi " + number));
    return client
        .request(HttpMethod.POST, wire.gateway().apiPort(), "127.0.0.1", ApiCall.CHAT.path())
        .compose(
            request ->
                request
                    .putHeader("content-type", "application/json")
                    .putHeader("x-session-id", "session-" + number)
                    .send(body))
        .compose(io.vertx.core.http.HttpClientResponse::body);
  }

  /** The names and labels of all samples of ours. */
  private static Set<String> series(Wire wire) {
    Set<String> series = new TreeSet<>();
    for (Exposition.Sample sample : Exposition.parse(wire.manage("/metrics").text()).samples()) {
      if (sample.name().startsWith("mooring_")) {
        series.add(sample.name() + sample.labels());
      }
    }
    return series;
  }
}
