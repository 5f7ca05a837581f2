package dev.mooring.store.redis;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.SessionRecord.Assignment;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.Reason;
import dev.mooring.affinity.SessionRecord.Tokens;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Sessions, pins and short ways to ask a store, for tests. */
final class Samples {
  static final String MODEL = "anthropic/claude-sonnet-5";

  private static final AtomicLong NEXT = new AtomicLong(System.nanoTime());

  private Samples() {}

  /** A session that no other test has. */
  static SessionKey session() {
    return new SessionKey("%064x".formatted(NEXT.incrementAndGet()));
  }

  /** A pin on a provider's credential, with a version of its own. */
  static Pin pin(String provider, String credential) {
    return new Pin(provider, "claude-sonnet-5", credential, NEXT.incrementAndGet());
  }

  /** What the store answers, waited for. */
  static <T> T answer(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** The state of one session and model. */
  static PinState read(PinStore store, SessionKey session, String model) {
    return answer(store.read(session, List.of(model))).get(0);
  }

  /** The result of a write, waited for. */
  static PinWrite.Result write(PinStore store, PinWrite write) {
    return answer(store.write(write));
  }

  /** Records a turn that a provider served. */
  static void serve(RedisStore store, SessionKey session, String provider) {
    SessionRecord record = store.record();
    record.countSwitch(session, null, assignment(provider), Instant.now());
    record.updateTokens(session, new Tokens(100, 80, 10), Instant.now());
    record.insert(event(session, provider));
  }

  /** A provider's assignment. */
  static Assignment assignment(String provider) {
    return new Assignment(provider, "c", MODEL, "messages");
  }

  /** The event of a turn that a provider served. */
  static Event event(SessionKey session, String provider) {
    return new Event(
        session,
        "req_1",
        1,
        "messages",
        MODEL,
        provider,
        "c",
        "claude-sonnet-5",
        Reason.AFFINITY,
        new Tokens(100, 80, 10),
        200,
        Duration.ofMillis(7),
        Instant.EPOCH);
  }
}
