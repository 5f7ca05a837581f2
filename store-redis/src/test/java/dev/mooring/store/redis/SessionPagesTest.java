package dev.mooring.store.redis;

import static dev.mooring.store.redis.Samples.answer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.RecordedSession;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.SessionRecord.Position;
import dev.mooring.affinity.SessionRecord.SessionPage;
import dev.mooring.affinity.SessionRecord.SessionQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pages of the list of sessions, whose index and whose rows are not written in one step. */
class SessionPagesTest {
  private static final int SESSIONS = 60;

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  /** The sessions, the last used first. */
  private final List<SessionKey> sessions = new ArrayList<>();

  private RedisServer.Commands commands;
  private SessionRecord record;

  @BeforeEach
  void open() {
    commands = SERVER.commands();
    commands.redis().flushall();
    record = SERVER.store().record();
    Instant now = Instant.now();
    for (int i = 0; i < SESSIONS; i++) {
      sessions.add(Samples.session());
      record.assign(sessions.get(i), null, Samples.assignment("a"), now.minusSeconds(i));
    }
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> page(null, SESSIONS).sessions().size() == SESSIONS);
  }

  @AfterEach
  void close() {
    commands.close();
  }

  @Test
  void aRowThatWasEvictedEndsNoPageAndNoList() {
    commands.redis().del(row(1), row(30), row(31));
    assertThat(page(null, 10).sessions()).hasSize(10);
    assertThat(listed(10)).isEqualTo(without(1, 30, 31));
  }

  @Test
  void aRowOfAnotherVersionIsSkippedInListsAndHasNoDetails() {
    commands.redis().hset(row(2), "requests", "7 of 9");
    assertThat(listed(20)).isEqualTo(without(2));
    assertThat(answer(record.lookup(sessions.get(2)))).isEmpty();
  }

  @Test
  void aRowThatIsUsedWhileAPageIsReadMovesNoPage() {
    String later = Long.toString(Instant.now().plusSeconds(60).toEpochMilli());
    commands.redis().hset(row(9), "last", later);
    assertThat(listed(10)).isEqualTo(sessions);
  }

  @Test
  void aPageOfRowsThatAreAllGoneSaysThatMoreFollows() {
    for (int i = 0; i < SESSIONS - 5; i++) {
      commands.redis().del(row(i));
    }
    SessionPage first = page(null, 2);
    assertThat(first.sessions()).isEmpty();
    assertThat(first.next()).isNotNull();
    assertThat(listed(2)).isEqualTo(sessions.subList(SESSIONS - 5, SESSIONS));
  }

  private String row(int session) {
    return SERVER.settings().keyPrefix() + "session:{" + sessions.get(session).hex() + "}";
  }

  private List<SessionKey> without(Integer... gone) {
    List<SessionKey> left = new ArrayList<>(sessions);
    left.removeAll(List.of(gone).stream().map(sessions::get).toList());
    return left;
  }

  /** The whole list, by pages. */
  private List<SessionKey> listed(int limit) {
    List<SessionKey> all = new ArrayList<>();
    SessionPage page = page(null, limit);
    page.sessions().stream().map(RecordedSession::key).forEach(all::add);
    while (page.next() != null) {
      page = page(page.next(), limit);
      page.sessions().stream().map(RecordedSession::key).forEach(all::add);
    }
    return all;
  }

  private SessionPage page(@Nullable Position after, int limit) {
    return answer(record.sessions(new SessionQuery(Instant.EPOCH, "", after, limit)));
  }
}
