package dev.mooring.store.redis;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import io.lettuce.core.KeyValue;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Pins and issuers in Redis (contract, section 7): one command reads a session's pins, one script
 * carries out a write. Redis's clock alone decides what has expired.
 *
 * <p>A pin is a string with its remaining lifetime as the key's own. A marker with the same value
 * outlives it by a day: it tells an expired pin from one that never was, and its holder lets a late
 * renewal bring the pin back. The index lists a session's pins, the least recently written first.
 */
final class RedisPinStore implements PinStore, IssuerStore {
  private static final long REMEMBERED_MILLIS = Duration.ofHours(24).toMillis();
  private static final int ROUNDS = 4;

  /** The bytes that a key usually takes, encoded. */
  private static final int KEY_ROOM = 144;

  private final RedisConnection connection;
  private final PinKeys keys;
  private final int maxModels;
  private final FullSessions full;
  private final SessionLanes lanes = new SessionLanes();
  private final RedisScript pinScript = RedisScript.of("pin.lua");
  private final RedisScript issuerScript = RedisScript.of("issuer.lua");

  /** A store over a connection that it closes with itself. */
  RedisPinStore(RedisConnection connection, PinKeys keys, int maxModels) {
    this.connection = connection;
    this.keys = keys;
    this.maxModels = maxModels;
    this.full = new FullSessions(maxModels);
  }

  @Override
  public CompletionStage<List<PinState>> read(SessionKey session, List<String> models) {
    int count = models.size();
    String index = keys.index(session);
    Bulks names = new Bulks((2 * count + 1) * KEY_ROOM);
    for (String model : models) {
      names.add(keys.pin(session, model));
    }
    for (String model : models) {
      names.add(keys.marker(session, model));
    }
    names.add(index);
    return connection
        .call(
            redis ->
                redis.dispatch(
                    CommandType.MGET,
                    PinsAnswer.output(count, maxModels),
                    new EncodedArgs(true, index, names)))
        .thenApply(
            answer -> {
              full.learn(session, answer.fullIndex());
              return answer.states();
            });
  }

  @Override
  public CompletionStage<PinWrite.Result> write(PinWrite write) {
    SessionKey session = write.session();
    return lanes.run(
        session,
        () -> attempt(write, full.victims(session, PinCodec.escape(write.model())), ROUNDS));
  }

  @Override
  public CompletionStage<@Nullable Issuer> issuer(List<String> idHashes) {
    if (idHashes.isEmpty()) {
      return CompletableFuture.completedStage(null);
    }
    String[] names = idHashes.stream().map(keys::issuer).toArray(String[]::new);
    return connection.call(redis -> redis.mget(names)).thenApply(RedisPinStore::firstIssuer);
  }

  @Override
  public CompletionStage<Void> remember(List<String> idHashes, Issuer issuer) {
    List<String> arguments = List.of(PinCodec.encode(issuer), Long.toString(LIFETIME.toMillis()));
    List<String> names = idHashes.stream().map(keys::issuer).toList();
    if (names.isEmpty()) {
      return CompletableFuture.completedStage(null);
    }
    if (!connection.cluster()) {
      return issuerScript.run(connection, names, arguments).thenAccept(done -> {});
    }
    CompletableFuture<?>[] all =
        names.stream()
            .map(name -> issuerScript.run(connection, List.of(name), arguments))
            .map(CompletionStage::toCompletableFuture)
            .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(all);
  }

  /**
   * Sends the scripts ahead, so that the first writes take one round trip: of two, the second would
   * be lost with a node that ends in between. Fails where the user may not; then they take two.
   */
  CompletionStage<Void> loadScripts() {
    return pinScript
        .load(connection)
        .thenCombine(issuerScript.load(connection), (pin, issuer) -> null);
  }

  @Override
  public void close() {
    connection.close();
  }

  private static @Nullable Issuer firstIssuer(List<KeyValue<String, String>> values) {
    for (KeyValue<String, String> value : values) {
      if (value.hasValue()) {
        return PinCodec.issuer(value.getValue());
      }
    }
    return null;
  }

  private CompletionStage<PinWrite.Result> attempt(
      PinWrite write, List<String> victims, int rounds) {
    SessionKey session = write.session();
    String first = keys.pin(session, write.model());
    Bulks names = new Bulks(3 * KEY_ROOM);
    names.add(first);
    names.add(keys.marker(session, write.model()));
    names.add(keys.index(session));
    for (String victim : victims) {
      names.add(keys.pin(session, PinCodec.unescape(victim)));
      names.add(keys.marker(session, PinCodec.unescape(victim)));
    }
    return pinScript
        .runPatiently(connection, first, names, arguments(write, victims))
        .thenCompose(answer -> verdict(write, answer, rounds));
  }

  private CompletionStage<PinWrite.Result> verdict(
      PinWrite write, List<String> answer, int rounds) {
    String word = answer.get(0);
    if (!word.equals("EVICT")) {
      return CompletableFuture.completedStage(PinWrite.Result.valueOf(word));
    }
    if (rounds == 1) {
      return CompletableFuture.failedStage(
          new StoreUnavailableException("Redis: the session's pins changed at every try"));
    }
    return attempt(write, answer.subList(1, answer.size()), rounds - 1);
  }

  private Bulks arguments(PinWrite write, List<String> victims) {
    Bulks arguments = new Bulks(2 * KEY_ROOM);
    String model = PinCodec.escape(write.model());
    if (write instanceof PinWrite.Claim claim) {
      add(arguments, "claim", model, "", PinCodec.encode(claim.pin()), claim.lifetime(), false);
    } else if (write instanceof PinWrite.Renew renew) {
      String value = PinCodec.encode(renew.pin());
      add(arguments, "renew", model, "", value, renew.lifetime(), renew.mayShorten());
    } else if (write instanceof PinWrite.Move move) {
      String expected = Long.toString(move.expected());
      String value = PinCodec.encode(move.pin());
      add(arguments, "move", model, expected, value, move.lifetime(), false);
    } else if (write instanceof PinWrite.Remove remove) {
      String expected = Long.toString(remove.expected());
      add(arguments, "remove", model, expected, "", Duration.ZERO, false);
    }
    victims.forEach(arguments::add);
    return arguments;
  }

  private void add(
      Bulks arguments,
      String operation,
      String model,
      String expected,
      String value,
      Duration lifetime,
      boolean mayShorten) {
    arguments.add(operation);
    arguments.add(model);
    arguments.add(expected);
    arguments.add(value);
    arguments.add(Math.max(1, lifetime.toMillis()));
    arguments.add(mayShorten ? "1" : "0");
    arguments.add(maxModels);
    arguments.add(REMEMBERED_MILLIS);
  }
}
