package dev.mooring.store.memory;

import static dev.mooring.store.memory.Durable.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord.Assignment;
import dev.mooring.affinity.SessionRecord.Event;
import dev.mooring.affinity.SessionRecord.EventQuery;
import dev.mooring.affinity.SessionRecord.Reason;
import dev.mooring.affinity.SessionRecord.Tokens;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed while it writes loses at most its last 100 ms, and no more. */
class KilledProcessTest {
  private static final int ROUNDS = Integer.getInteger("mooring.kills", 3);
  private static final int A_SECOND = 500;
  private static final Duration LIFE = Duration.ofHours(1);
  private static final String MODEL = "m";

  @TempDir Path folder = Path.of("");

  @Test
  void theFileOpensCleanAndHoldsAllButTheLast100Milliseconds() throws Exception {
    Path file = folder.resolve("sessions.db");
    for (int round = 0; round < ROUNDS; round++) {
      int told = killedAfterTelling(file, round, 150 + 97 * round);
      try (DurableStore store = DurableStore.open(Durable.settings(file), InstantSource.system())) {
        for (int turn = 0; turn <= told; turn++) {
          assertThat(get(store.pins().read(session(round, turn), List.of(MODEL))).get(0))
              .as("round %s, turn %s of %s", round, turn, told)
              .isInstanceOf(PinState.Pinned.class);
        }
        assertThat(get(store.record().lookup(session(round, told)))).isPresent();
        assertThat(get(store.record().events(new EventQuery(session(round, told), null, 9))))
            .hasSize(1);
      }
      assertThat(Files.exists(folder.resolve(".sessions.db.corrupted"))).isFalse();
    }
  }

  /**
   * Runs a process that writes and is killed.
   *
   * @return the last turn that it had issued 100 ms before
   */
  private static int killedAfterTelling(Path file, int round, int turns)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Writing.class.getName(),
                file.toString(),
                Integer.toString(round))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      int told = -1;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        told = Integer.parseInt(line);
        if (told >= turns) {
          break;
        }
      }
      process.destroyForcibly();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      return told;
    } finally {
      process.destroyForcibly();
    }
  }

  /** Writes 500 turns a second, and tells of each 100 ms after it. */
  static final class Writing {
    private Writing() {}

    /** Takes the file and the number of the round. */
    public static void main(String[] arguments) {
      int round = Integer.parseInt(arguments[1]);
      DurableStore store =
          DurableStore.open(Durable.settings(Path.of(arguments[0])), InstantSource.system());
      int behind = A_SECOND / 10;
      for (int turn = 0; ; turn++) {
        write(store, session(round, turn));
        if (turn >= behind) {
          System.out.println(turn - behind);
        }
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) / A_SECOND);
      }
    }

    private static void write(DurableStore store, SessionKey session) {
      Pin pin = new Pin("p", "up", "c", System.nanoTime());
      get(store.pins().write(new PinWrite.Claim(session, MODEL, pin, LIFE)));
      Instant now = Instant.now();
      store.record().assign(session, null, new Assignment("p", "c", MODEL, "messages"), now);
      store.record().updateTokens(session, new Tokens(100, 80, 10), now);
      store
          .record()
          .insert(
              new Event(
                  session,
                  "req_" + session.hex(),
                  1,
                  "messages",
                  MODEL,
                  "p",
                  "c",
                  "up",
                  Reason.AFFINITY,
                  new Tokens(100, 80, 10),
                  200,
                  Duration.ofMillis(5),
                  now));
    }
  }

  private static SessionKey session(int round, int turn) {
    return new SessionKey("%032x%032x".formatted(round, turn));
  }
}
