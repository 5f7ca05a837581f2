package dev.mooring.gateway.admin;

import dev.mooring.affinity.ClientScope;
import dev.mooring.affinity.RecordedSession;
import dev.mooring.affinity.SessionIdentifier;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.SessionRecord.Position;
import dev.mooring.affinity.SessionRecord.SessionPage;
import dev.mooring.affinity.SessionRecord.SessionQuery;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.TeamConfig;
import dev.mooring.gateway.routing.Caller;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds sessions of the record: by the beginning of their hash, or by the ID that a client uses,
 * whose hash is computed for every client key.
 */
final class SessionSearch {
  /** From so many characters on, hexadecimal text is taken for the beginning of a hash. */
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{4,64}");

  /** A hash, or the beginning of one. */
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{1,64}");

  private static final int HASH_LENGTH = 64;

  private final SessionRecord record;

  SessionSearch(SessionRecord record) {
    this.record = record;
  }

  /** A page of all sessions, the last used first. */
  CompletionStage<SessionPage> page(@Nullable Position after, int limit) {
    return record.sessions(new SessionQuery(Instant.EPOCH, "", after, limit));
  }

  /**
   * The sessions that a text names.
   *
   * @param text a hash, its beginning, or an ID
   */
  CompletionStage<List<RecordedSession>> named(GatewayConfig config, String text, int limit) {
    CompletionStage<List<RecordedSession>> byId = lookUp(keys(config, text));
    if (!HASH.matcher(text).matches()) {
      return byId;
    }
    CompletionStage<SessionPage> byHash =
        record.sessions(new SessionQuery(Instant.EPOCH, text, null, limit));
    return byHash.thenCombine(
        byId,
        (some, others) -> {
          List<RecordedSession> all = new ArrayList<>(some.sessions());
          others.stream().filter(other -> !all.contains(other)).forEach(all::add);
          return all;
        });
  }

  /** The one session that a hash, or the beginning of one alone, stands for. */
  CompletionStage<Optional<RecordedSession>> one(String hash) {
    if (!HEX.matcher(hash).matches()) {
      return CompletableFuture.completedStage(Optional.empty());
    }
    if (hash.length() == HASH_LENGTH) {
      return record.lookup(new SessionKey(hash));
    }
    return record
        .sessions(new SessionQuery(Instant.EPOCH, hash, null, 2))
        .thenApply(SessionPage::sessions)
        .thenApply(found -> found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty());
  }

  private static List<SessionKey> keys(GatewayConfig config, String id) {
    List<SessionKey> keys = new ArrayList<>();
    if (config.teams().isEmpty()) {
      keys.addAll(SessionIdentifier.keysOf(new ClientScope(Caller.DEFAULT_TEAM, "", null), id));
    }
    for (TeamConfig team : config.teams()) {
      for (ClientKeyConfig key : team.keys()) {
        keys.addAll(SessionIdentifier.keysOf(new ClientScope(team.id(), key.id(), null), id));
      }
    }
    return keys.stream().distinct().toList();
  }

  private CompletionStage<List<RecordedSession>> lookUp(List<SessionKey> keys) {
    CompletionStage<List<RecordedSession>> found =
        CompletableFuture.completedStage(new ArrayList<>());
    for (SessionKey key : keys) {
      found =
          found.thenCombine(
              record.lookup(key),
              (rows, row) -> {
                row.ifPresent(rows::add);
                return rows;
              });
    }
    return found;
  }
}
