package dev.mooring.store.redis;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import io.lettuce.core.KeyValue;
import io.lettuce.core.protocol.CommandType;
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
    Bulks names = new Bulks((2 * count + 1) * PinKeys.ROOM);
    for (String model : models) {
      names.add(keys.pin(session, model));
    }
    for (String model : models) {
      names.add(keys.marker(session, model));
    }
    names.add(index);
    EncodedArgs args = new EncodedArgs(true, index, names);
    CompletableFuture<List<PinState>> found = new CompletableFuture<>();
    connection.call(
        redis -> redis.dispatch(CommandType.MGET, PinsAnswer.output(count, maxModels), args),
        (answer, failure) -> tell(found, session, answer, failure));
    return found;
  }

  private void tell(
      CompletableFuture<List<PinState>> found,
      SessionKey session,
      @Nullable PinsAnswer answer,
      @Nullable Throwable failure) {
    if (answer == null) {
      found.completeExceptionally(failure);
      return;
    }
    try {
      full.learn(session, answer.fullIndex());
      found.complete(answer.states());
    } catch (RuntimeException e) {
      found.completeExceptionally(e);
    }
  }

  @Override
  public CompletionStage<PinWrite.Result> write(PinWrite write) {
    return write(write, false);
  }

  @Override
  public CompletionStage<PinWrite.Result> writeWithTurn(PinWrite write) {
    return write(write, true);
  }

  private CompletionStage<PinWrite.Result> write(PinWrite write, boolean patient) {
    SessionKey session = write.session();
    PinWriting writing = new PinWriting(connection, pinScript, keys, maxModels, write, patient);
    lanes.run(
        session,
        writing,
        () -> writing.call(full.victims(session, PinCodec.escape(write.model()))));
    return writing;
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
}
