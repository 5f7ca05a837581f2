package dev.mooring.gateway.evaluate;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What the nodes of one run keep their pins in, and what goes wrong with it. */
final class RunStore {
  private static final int KEYS_AT_A_TIME = 1000;

  /** How long it is looked whether nodes have their Redis back, and how often. */
  private static final long PATIENCE_MILLIS = 20_000;

  private static final long LOOK_MILLIS = 10;

  private final Vertx vertx;
  private final String uri;
  private final String prefix;
  private final String yaml;
  private final @Nullable RedisGate gate;
  private final HttpClient http;

  /**
   * @param uri of the Redis; empty for each node's memory
   * @param prefix of the keys that are the run's own
   * @param yaml what the nodes' configuration says of it
   * @param gate the way by which nodes reach the Redis; null where it is never shut
   */
  RunStore(Vertx vertx, String uri, String prefix, String yaml, @Nullable RedisGate gate) {
    this.vertx = vertx;
    this.uri = uri;
    this.prefix = prefix;
    this.yaml = yaml;
    this.gate = gate;
    this.http = vertx.createHttpClient();
  }

  /** What the nodes' configuration says of it. */
  String yaml() {
    return yaml;
  }

  /** Redis says nothing any more. */
  void pause() {
    if (gate != null) {
      gate.shut();
    }
  }

  /**
   * Redis answers again; completes when every node has noticed, and has told it what it missed.
   *
   * @param ports of the nodes' management
   */
  Future<?> resume(List<Integer> ports) {
    if (gate == null) {
      return Future.succeededFuture();
    }
    gate.open();
    long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    return Future.join(ports.stream().map(port -> back(port, end)).toList());
  }

  /** Deletes the run's own keys, and no others. */
  Future<?> empty() {
    RedisURI address = RedisURI.create(uri);
    RedisClient client = RedisClient.create(address);
    CompletionStage<?> emptied =
        client
            .connectAsync(StringCodec.UTF8, address)
            .thenCompose(connection -> delete(connection.async(), ScanCursor.INITIAL))
            .whenComplete(
                (done, failure) -> {
                  var unused = client.shutdownAsync();
                });
    return Future.fromCompletionStage(emptied, vertx.getOrCreateContext());
  }

  /** Lets go of its connections; the keys expire by themselves. */
  Future<?> close() {
    Future<?> shut = gate == null ? Future.succeededFuture() : gate.close();
    return Future.join(shut, http.close());
  }

  private CompletionStage<?> delete(RedisAsyncCommands<String, String> redis, ScanCursor from) {
    ScanArgs own = ScanArgs.Builder.matches(prefix + "*").limit(KEYS_AT_A_TIME);
    return redis.scan(from, own).thenCompose(found -> deleteFound(redis, found));
  }

  private CompletionStage<?> deleteFound(
      RedisAsyncCommands<String, String> redis, KeyScanCursor<String> found) {
    List<String> keys = found.getKeys();
    CompletionStage<?> deleted =
        keys.isEmpty()
            ? CompletableFuture.completedStage(0L)
            : redis.unlink(keys.toArray(String[]::new));
    return found.isFinished() ? deleted : deleted.thenCompose(done -> delete(redis, found));
  }

  /** Completes when a node has its Redis back. */
  private Future<Void> back(int port, long endNanos) {
    return http.request(HttpMethod.GET, port, "127.0.0.1", "/metrics")
        .compose(request -> request.send().compose(response -> response.body()))
        .compose(
            metrics -> {
              if (isBack(metrics)) {
                return Future.succeededFuture();
              }
              if (System.nanoTime() > endNanos) {
                return Future.failedFuture("a node does not find its Redis again");
              }
              Promise<Void> later = Promise.promise();
              vertx.setTimer(LOOK_MILLIS, due -> back(port, endNanos).onComplete(later));
              return later.future();
            });
  }

  private static boolean isBack(Buffer metrics) {
    return metrics
            .toString()
            .lines()
            .filter(line -> line.startsWith("mooring_store_"))
            .filter(line -> line.matches("mooring_store_(up 1|writes_waiting 0)(\\.0)?"))
            .count()
        == 2;
  }
}
