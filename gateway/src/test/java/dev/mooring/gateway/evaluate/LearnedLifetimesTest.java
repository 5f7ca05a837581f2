package dev.mooring.gateway.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.cache.Gaps;
import dev.mooring.affinity.cache.LearnedLifetimes;
import dev.mooring.affinity.cache.LearnedLifetimes.Cache;
import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.Surroundings;
import dev.mooring.gateway.config.AffinityConfig;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.ProviderConfig;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What a gateway learns of caches from hours of generated chats, whose providers keep them for ten
 * minutes after the last use.
 */
final class LearnedLifetimesTest {
  private static final TrafficGenerator CHATS = new TrafficGenerator(3, 0, 60, 0);
  private static final long SEED = 5;
  private static final double TRUTH = 600;

  /** A step of the estimate: an octave's eighth. */
  private static final double STEP = Math.pow(2, 1.0 / 8);

  private final Random random = new Random(SEED);
  private long input;
  private long read;

  @Test
  void aLifetimeThatIsToldTooLongIsFoundTooLong() throws Exception {
    Gaps gaps = openai(play(Duration.ofMinutes(20), false));

    assertThat(seconds(gaps.estimate()) / TRUTH).isBetween(1 / STEP, STEP);
    Gaps.Suggestion said = Objects.requireNonNull(gaps.suggestion(Duration.ofMinutes(20)));
    assertThat(said.tooShort()).isFalse();
    assertThat(seconds(said.lifetime()) / TRUTH).isBetween(1 / STEP, STEP);
  }

  @Test
  void aLifetimeThatIsToldTooShortIsFoundTooShort() throws Exception {
    Gaps gaps = openai(play(Duration.ofMinutes(3), false));

    assertThat(seconds(gaps.estimate()) / TRUTH).isBetween(1 / STEP, STEP);
    Gaps.Suggestion said = Objects.requireNonNull(gaps.suggestion(Duration.ofMinutes(3)));
    assertThat(said.tooShort()).isTrue();
    assertThat(seconds(said.lifetime()) / TRUTH).isBetween(1 / STEP, STEP);
  }

  @Test
  void learnedLifetimesLoseNothingOfWhatWasCached() throws Exception {
    play(null, false);
    double documented = (double) read / (double) input;
    input = 0;
    read = 0;
    play(null, true);

    assertThat((double) read / (double) input).isGreaterThanOrEqualTo(documented);
  }

  private static Gaps openai(LearnedLifetimes learned) {
    return learned.of(new Cache("openai", "gpt-5.5", null));
  }

  private static double seconds(@Nullable Duration duration) {
    return (double) Objects.requireNonNull(duration).toSeconds();
  }

  /**
   * Plays the chats.
   *
   * @param told how long the configuration says that providers cache; null where it says nothing
   */
  private LearnedLifetimes play(@Nullable Duration told, boolean learn) throws Exception {
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    Promise<LearnedLifetimes> played = Promise.promise();
    vertx.runOnContext(start -> play(vertx, told, learn).onComplete(played));
    return played
        .future()
        .eventually(vertx::close)
        .toCompletionStage()
        .toCompletableFuture()
        .get(5, TimeUnit.MINUTES);
  }

  private Future<LearnedLifetimes> play(Vertx vertx, @Nullable Duration told, boolean learn) {
    SimulatedTime time = SimulatedTime.on(vertx);
    TurnClient client = new TurnClient(vertx, time, Policy.DEFAULT);
    return Providers.start(vertx, time, SEED)
        .compose(
            providers ->
                Gateway.start(
                    vertx,
                    config(providers.origins(), told, learn),
                    new Surroundings(time, random, time)))
        .compose(
            gateway -> {
              Map<String, Deque<Turn>> lanes = new LinkedHashMap<>();
              for (Turn turn : CHATS.traffic(SEED).turns()) {
                lanes.computeIfAbsent(turn.lane(), lane -> new ArrayDeque<>()).add(turn);
              }
              lanes.values().forEach(lane -> next(time, client, gateway.apiPort(), lane));
              return time.run().map(over -> gateway.lifetimes());
            });
  }

  private void next(SimulatedTime time, TurnClient client, int port, Deque<Turn> lane) {
    Turn turn = lane.poll();
    if (turn == null) {
      return;
    }
    time.at(
        SimulatedTime.START.plus(turn.start()),
        () -> {
          time.began();
          client
              .send(turn, port)
              .onSuccess(
                  result -> {
                    if (result instanceof TurnResult.Answered answer) {
                      input += answer.usage().total();
                      read += answer.usage().read();
                    }
                    time.ended();
                    next(time, client, port, lane);
                  });
        });
  }

  private static GatewayConfig config(
      Map<String, String> origins, @Nullable Duration told, boolean learn) {
    GatewayConfig config = World.gateway(Policy.DEFAULT, origins, "{ type: memory }", "1s");
    AffinityConfig affinity = config.affinity();
    Map<String, ProviderConfig> providers = new LinkedHashMap<>();
    config.providers().forEach((id, provider) -> providers.put(id, told(provider, told)));
    return new GatewayConfig(
        config.server(),
        config.management(),
        config.store(),
        new AffinityConfig(
            affinity.enabled(),
            affinity.margin(),
            affinity.maxLifetime(),
            affinity.maxModels(),
            learn,
            affinity.waiting()),
        config.health(),
        config.logging(),
        config.tracing(),
        config.teams(),
        providers,
        config.models(),
        config.aliases(),
        config.routing());
  }

  private static ProviderConfig told(ProviderConfig provider, @Nullable Duration lifetime) {
    return new ProviderConfig(
        provider.id(),
        provider.preset(),
        provider.baseUrl(),
        provider.dialects(),
        lifetime,
        provider.zeroDataRetention(),
        provider.promptTraining(),
        provider.streamUsage(),
        provider.retry(),
        provider.timeouts(),
        provider.draining(),
        provider.promptCache(),
        provider.cloud(),
        provider.credentials());
  }
}
