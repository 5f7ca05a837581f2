package dev.mooring.store.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueListOutput;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A script that runs inside Redis: named by its digest, and sent whole to a server that does not
 * know it (yet, or any more).
 */
final class RedisScript {
  private final String text;
  private final String digest;

  private RedisScript(String text) {
    this.text = text;
    this.digest = sha1(text);
  }

  /** The script in a resource beside this class. */
  static RedisScript of(String resource) {
    try (InputStream in = RedisScript.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + ": not on the class path");
      }
      return new RedisScript(new String(in.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs it; the answer is a list of strings, as the scripts here return them. */
  CompletionStage<List<String>> run(
      RedisConnection connection, List<String> keys, List<String> arguments) {
    return run(connection, keys.get(0), Bulks.of(keys), Bulks.of(arguments));
  }

  /**
   * Runs it with keys and arguments that are encoded already and do not change any more.
   *
   * @param key one of the keys
   */
  CompletionStage<List<String>> run(
      RedisConnection connection, String key, Bulks keys, Bulks arguments) {
    CompletableFuture<List<String>> done = new CompletableFuture<>();
    send(connection, CommandType.EVALSHA, digest, key, keys, arguments)
        .whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                done.complete(answer);
              } else if (unknown(failure)) {
                send(connection, CommandType.EVAL, text, key, keys, arguments)
                    .whenComplete((late, why) -> settle(done, late, why));
              } else {
                done.completeExceptionally(failure);
              }
            });
    return done;
  }

  /** Sends it ahead, so that the first run takes one round trip; on a Cluster to every node. */
  CompletionStage<Void> load(RedisConnection connection) {
    return connection.call(redis -> redis.scriptLoad(text)).thenAccept(digest -> {});
  }

  private static CompletionStage<List<String>> send(
      RedisConnection connection,
      CommandType type,
      String script,
      String key,
      Bulks keys,
      Bulks arguments) {
    Bulks head = new Bulks(script.length() + 32);
    head.add(script);
    head.add(keys.count());
    return connection.call(
        redis ->
            redis.dispatch(
                type,
                new ValueListOutput<>(StringCodec.UTF8),
                new EncodedArgs(key, head, keys, arguments)));
  }

  private static <T> void settle(
      CompletableFuture<T> done, @Nullable T answer, @Nullable Throwable failure) {
    if (failure == null) {
      done.complete(answer);
    } else {
      done.completeExceptionally(failure);
    }
  }

  private static boolean unknown(Throwable failure) {
    return failure instanceof RedisNoScriptException
        || (failure instanceof CompletionException
            && failure.getCause() instanceof RedisNoScriptException);
  }

  private static String sha1(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-1").digest(text.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
