package dev.mooring.store.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
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

  /** Runs it; the answer is a list, of strings as the scripts here return them. */
  CompletionStage<List<Object>> run(
      RedisConnection connection, List<String> keys, List<String> arguments) {
    String[] keyArray = keys.toArray(String[]::new);
    String[] argumentArray = arguments.toArray(String[]::new);
    CompletionStage<List<Object>> first =
        connection.call(
            redis -> redis.evalsha(digest, ScriptOutputType.MULTI, keyArray, argumentArray));
    return first
        .handle(
            (answer, failure) -> {
              if (failure == null) {
                return CompletableFuture.completedStage(answer);
              }
              if (!unknown(failure)) {
                return CompletableFuture.<List<Object>>failedStage(failure);
              }
              return connection.<List<Object>>call(
                  redis -> redis.eval(text, ScriptOutputType.MULTI, keyArray, argumentArray));
            })
        .thenCompose(answer -> answer);
  }

  /** Sends it ahead, so that the first run takes one round trip; on a Cluster to every node. */
  CompletionStage<Void> load(RedisConnection connection) {
    return connection.call(redis -> redis.scriptLoad(text)).thenAccept(digest -> {});
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
