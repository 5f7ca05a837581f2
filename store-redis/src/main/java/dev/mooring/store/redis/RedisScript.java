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
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A script that runs inside Redis: named by its digest, and sent whole to a server that does not
 * know it (yet, or any more).
 */
final class RedisScript {
  /** What the head of a call takes beside the script. */
  private static final int HEAD_ROOM = 48;

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
    new Run(connection, false, key, keys, arguments, (answer, why) -> settle(done, answer, why))
        .start();
    return done;
  }

  /**
   * The same for one listener.
   *
   * @param patient whether it may wait for the end of the event loop's turn
   */
  void run(
      RedisConnection connection,
      boolean patient,
      String key,
      Bulks keys,
      Bulks arguments,
      BiConsumer<@Nullable List<String>, @Nullable Throwable> listener) {
    new Run(connection, patient, key, keys, arguments, listener).start();
  }

  /** Sends it ahead, so that the first run takes one round trip; on a Cluster to every node. */
  CompletionStage<Void> load(RedisConnection connection) {
    return connection.call(redis -> redis.scriptLoad(text)).thenAccept(digest -> {});
  }

  /** One run: by the digest first, then, where the server does not know it, by the text. */
  private final class Run {
    private final RedisConnection connection;
    private final boolean patient;
    private final String key;
    private final Bulks keys;
    private final Bulks arguments;
    private final BiConsumer<@Nullable List<String>, @Nullable Throwable> listener;

    Run(
        RedisConnection connection,
        boolean patient,
        String key,
        Bulks keys,
        Bulks arguments,
        BiConsumer<@Nullable List<String>, @Nullable Throwable> listener) {
      this.connection = connection;
      this.patient = patient;
      this.key = key;
      this.keys = keys;
      this.arguments = arguments;
      this.listener = listener;
    }

    void start() {
      send(CommandType.EVALSHA, digest, this::first);
    }

    private void first(@Nullable List<String> answer, @Nullable Throwable failure) {
      if (failure != null && unknown(failure)) {
        send(CommandType.EVAL, text, listener);
      } else {
        listener.accept(answer, failure);
      }
    }

    private void send(
        CommandType type,
        String script,
        BiConsumer<@Nullable List<String>, @Nullable Throwable> then) {
      Bulks head = new Bulks(script.length() + HEAD_ROOM);
      head.add(script);
      head.add(keys.count());
      EncodedArgs args = new EncodedArgs(patient, key, head, keys, arguments);
      connection.call(
          redis -> redis.dispatch(type, new ValueListOutput<>(StringCodec.UTF8), args), then);
    }
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
    return Refusal.cause(failure) instanceof RedisNoScriptException;
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
