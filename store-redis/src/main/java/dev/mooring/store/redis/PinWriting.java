package dev.mooring.store.redis;

import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One write of a pin by the script, from its first call to its result. The script is called again
 * where it has to be told more keys: those of the pins that go.
 */
final class PinWriting extends CompletableFuture<PinWrite.Result> {
  private static final long REMEMBERED_MILLIS = Duration.ofHours(24).toMillis();
  private static final int ROUNDS = 4;

  private final RedisConnection connection;
  private final RedisScript script;
  private final PinKeys keys;
  private final int maxModels;
  private final PinWrite write;
  private final boolean patient;
  private int rounds;

  /**
   * A write that was not begun.
   *
   * @param patient whether it may wait for the end of the event loop's turn
   */
  PinWriting(
      RedisConnection connection,
      RedisScript script,
      PinKeys keys,
      int maxModels,
      PinWrite write,
      boolean patient) {
    this.connection = connection;
    this.script = script;
    this.keys = keys;
    this.maxModels = maxModels;
    this.write = write;
    this.patient = patient;
  }

  /**
   * Calls the script.
   *
   * @param victims the escaped names of the models whose pins may go
   */
  void call(List<String> victims) {
    SessionKey session = write.session();
    String index = keys.index(session);
    Bulks names = new Bulks((3 + 2 * victims.size()) * PinKeys.ROOM);
    names.add(keys.pin(session, write.model()));
    names.add(keys.marker(session, write.model()));
    names.add(index);
    for (String victim : victims) {
      names.add(keys.pin(session, PinCodec.unescape(victim)));
      names.add(keys.marker(session, PinCodec.unescape(victim)));
    }
    script.run(connection, patient, index, names, arguments(victims), this::answered);
  }

  private void answered(@Nullable List<String> answer, @Nullable Throwable failure) {
    if (answer == null) {
      completeExceptionally(failure);
      return;
    }
    try {
      judge(answer);
    } catch (RuntimeException e) {
      completeExceptionally(e);
    }
  }

  private void judge(List<String> answer) {
    String word = answer.get(0);
    if (!word.equals("EVICT")) {
      complete(PinWrite.Result.valueOf(word));
    } else if (++rounds == ROUNDS) {
      completeExceptionally(
          new StoreUnavailableException("Redis: the session's pins changed at every try"));
    } else {
      call(answer.subList(1, answer.size()));
    }
  }

  private Bulks arguments(List<String> victims) {
    Bulks arguments = new Bulks(2 * PinKeys.ROOM);
    if (write instanceof PinWrite.Claim claim) {
      add(arguments, "claim", "", PinCodec.encode(claim.pin()), claim.lifetime(), false);
    } else if (write instanceof PinWrite.Renew renew) {
      String value = PinCodec.encode(renew.pin());
      add(arguments, "renew", "", value, renew.lifetime(), renew.mayShorten());
    } else if (write instanceof PinWrite.Move move) {
      String expected = Long.toString(move.expected());
      add(arguments, "move", expected, PinCodec.encode(move.pin()), move.lifetime(), false);
    } else if (write instanceof PinWrite.Remove remove) {
      add(arguments, "remove", Long.toString(remove.expected()), "", Duration.ZERO, false);
    }
    for (String victim : victims) {
      arguments.add(victim);
    }
    return arguments;
  }

  private void add(
      Bulks arguments,
      String operation,
      String expected,
      String value,
      Duration lifetime,
      boolean mayShorten) {
    arguments.add(operation);
    arguments.add(PinCodec.escape(write.model()));
    arguments.add(expected);
    arguments.add(value);
    arguments.add(Math.max(1, lifetime.toMillis()));
    arguments.add(mayShorten ? "1" : "0");
    arguments.add(maxModels);
    arguments.add(REMEMBERED_MILLIS);
  }
}
