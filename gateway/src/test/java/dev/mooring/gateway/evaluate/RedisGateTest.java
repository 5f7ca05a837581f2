package dev.mooring.gateway.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.store.redis.RedisProcess;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A way to a Redis that can be shut, and the emptying of what one run keeps there. */
final class RedisGateTest {
  private static final String PREFIX = "mooring-evaluate:1:1:";

  private static RedisProcess redis;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));

  @BeforeAll
  static void startRedis() {
    redis = RedisProcess.start(RedisProcess.freePort());
  }

  @AfterAll
  static void stopRedis() {
    redis.close();
  }

  @AfterEach
  void stop() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void whatIsAskedWhileItIsShutIsAnsweredWhenItIsOpened() throws Exception {
    RedisGate gate = onLoop(() -> RedisGate.to(vertx, redis.uri()));
    RedisClient client = RedisClient.create(gate.uri());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      assertThat(connection.async().ping().get(10, TimeUnit.SECONDS)).isEqualTo("PONG");

      onLoop(() -> done(gate::shut));
      RedisFuture<String> asked = connection.async().ping();
      assertThatThrownBy(() -> asked.get(200, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);

      onLoop(() -> done(gate::open));
      assertThat(asked.get(10, TimeUnit.SECONDS)).isEqualTo("PONG");
    } finally {
      client.shutdown();
    }
  }

  @Test
  void aConnectionThatComesWhileItIsShutIsServedWhenItIsOpened() throws Exception {
    RedisGate gate = onLoop(() -> RedisGate.to(vertx, redis.uri()));
    onLoop(() -> done(gate::shut));
    vertx.setTimer(200, later -> gate.open());
    RedisClient client = RedisClient.create(gate.uri());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      assertThat(connection.async().ping().get(10, TimeUnit.SECONDS)).isEqualTo("PONG");
    } finally {
      client.shutdown();
    }
  }

  @Test
  void userPasswordAndDatabaseStayInItsAddress() throws Exception {
    RedisGate gate = onLoop(() -> RedisGate.to(vertx, "redis://me:s%40crit@localhost/3"));
    URI uri = URI.create(gate.uri());

    assertThat(uri.getRawUserInfo()).isEqualTo("me:s%40crit");
    assertThat(uri.getRawPath()).isEqualTo("/3");
    assertThat(uri.getHost()).isEqualTo("127.0.0.1");
    assertThat(uri.getPort()).isNotEqualTo(6379);
  }

  @Test
  void onlyTheKeysOfTheRunAreDeleted() throws Exception {
    RedisClient client = RedisClient.create(redis.uri());
    try (StatefulRedisConnection<String, String> connection = client.connect()) {
      for (int i = 0; i < 2500; i++) {
        connection.sync().set(PREFIX + i, "gone");
      }
      connection.sync().set("mooring-evaluate:1:10:pin", "another run's");
      connection.async().set("mooring:pin", "a stranger's").get(10, TimeUnit.SECONDS);
      RunStore store = new RunStore(vertx, redis.uri(), PREFIX, "", null);

      onLoop(store::empty);

      assertThat(connection.async().keys("*").get(10, TimeUnit.SECONDS))
          .containsExactlyInAnyOrder("mooring-evaluate:1:10:pin", "mooring:pin");
    } finally {
      client.shutdown();
    }
  }

  private static Future<Void> done(Runnable action) {
    action.run();
    return Future.succeededFuture();
  }

  private <T> T onLoop(Callable<Future<T>> action) {
    return Future.<T>future(
            result ->
                vertx.runOnContext(
                    start -> {
                      try {
                        action.call().onComplete(result);
                      } catch (Exception failure) {
                        result.fail(failure);
                      }
                    }))
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(20, TimeUnit.SECONDS)
        .join();
  }
}
