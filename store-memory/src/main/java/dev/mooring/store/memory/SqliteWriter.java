package dev.mooring.store.memory;

import dev.mooring.affinity.SessionRecord.Retention;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteErrorCode;

/**
 * The one thread that uses the database. Changes are gathered for a moment and written in one
 * transaction; a read comes after the changes that were issued before it. Nobody else ever waits
 * for the disk: past a bound the oldest changes are given up and counted.
 *
 * <p>A transaction that fails since the disk is full, the file read-only or the like is repeated
 * until it succeeds. Where the file turns out to be corrupt, it is set aside and a fresh one begun.
 */
final class SqliteWriter implements AutoCloseable {
  /** The most changes that wait. */
  static final int LIMIT = 50_000;

  private static final Logger LOG = LoggerFactory.getLogger(SqliteWriter.class);
  private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(40);
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long TEND_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int BATCH = 2_000;
  private static final int READS = 64;
  private static final int FORGOTTEN_AT_ONCE = 5_000;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The failures that may pass by themselves. */
  private static final Set<Integer> PASSING =
      Set.of(
          SQLiteErrorCode.SQLITE_FULL.code,
          SQLiteErrorCode.SQLITE_IOERR.code,
          SQLiteErrorCode.SQLITE_READONLY.code,
          SQLiteErrorCode.SQLITE_CANTOPEN.code,
          SQLiteErrorCode.SQLITE_PERM.code,
          SQLiteErrorCode.SQLITE_BUSY.code,
          SQLiteErrorCode.SQLITE_LOCKED.code,
          SQLiteErrorCode.SQLITE_NOMEM.code);

  private final SqliteFile file;
  private final InstantSource clock;
  private final Retention retention;
  private final Runnable onFresh;
  private final Thread thread = new Thread(this::run, "mooring-sessions-file");
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Deque<Change> changes = new ArrayDeque<>();
  private final Deque<Read<?>> reads = new ArrayDeque<>();
  private boolean closing;
  private long failures;
  private long lost;

  private volatile @Nullable Instant failingSince;

  /** The rest is the thread's own. */
  private @Nullable SqliteTables tables;

  /** Whether the file at the path has got, or will get, all that memory holds. */
  private boolean retold = true;

  private List<Change> underWay = List.of();
  private long loggedAt = System.nanoTime() - SILENCE_NANOS;
  private long tendedAt = System.nanoTime();

  /** A change to the database. */
  @FunctionalInterface
  interface Change {
    void apply(SqliteTables tables) throws SQLException;
  }

  /** A question to the database. */
  @FunctionalInterface
  interface Query<T> {
    T ask(SqliteTables tables) throws SQLException;
  }

  private record Read<T>(Query<T> query, CompletableFuture<T> answer) {
    void run(@Nullable SqliteTables tables) {
      if (tables == null) {
        answer.completeExceptionally(new IOException("the sessions file cannot be opened"));
        return;
      }
      try {
        answer.complete(query.ask(tables));
      } catch (SQLException | RuntimeException e) {
        tables.discardStatements();
        answer.completeExceptionally(e);
      }
    }
  }

  /**
   * Makes a writer that is not started.
   *
   * @param tables the open database; null where it could not be opened yet
   * @param onFresh adds everything anew to a file that was begun afresh; on the writer's thread
   */
  SqliteWriter(
      SqliteFile file,
      @Nullable SqliteTables tables,
      InstantSource clock,
      Retention retention,
      Runnable onFresh) {
    this.file = file;
    this.tables = tables;
    this.clock = clock;
    this.retention = retention;
    this.onFresh = onFresh;
    thread.setDaemon(true);
    if (tables == null) {
      failures = 1;
      failingSince = clock.instant();
    }
  }

  void start() {
    thread.start();
  }

  /** Adds a change; it returns at once. */
  void add(Change change) {
    lock.lock();
    try {
      if (changes.size() >= LIMIT) {
        changes.removeFirst();
        lost++;
      }
      changes.addLast(change);
      if (changes.size() == 1 || changes.size() == BATCH) {
        work.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Asks the database, after the changes that were added before. */
  <T> CompletionStage<T> read(Query<T> query) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    lock.lock();
    try {
      if (closing || reads.size() >= READS) {
        answer.completeExceptionally(new IOException("the sessions file has too much to do"));
      } else {
        reads.addLast(new Read<>(query, answer));
        work.signal();
      }
    } finally {
      lock.unlock();
    }
    return answer;
  }

  /** How the file is now. */
  FileState state() {
    lock.lock();
    try {
      return new FileState(Optional.ofNullable(failingSince), changes.size(), failures, lost);
    } finally {
      lock.unlock();
    }
  }

  /** Writes what waits, and closes the database; waits for that, but not for a disk that hangs. */
  @Override
  public void close() {
    lock.lock();
    try {
      closing = true;
      work.signal();
    } finally {
      lock.unlock();
    }
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    boolean going = true;
    while (going) {
      try {
        going = awaitWork();
        boolean written = write();
        answer();
        tend();
        if (!written && going) {
          pause();
        }
      } catch (InterruptedException e) {
        going = false;
      } catch (RuntimeException e) {
        LOG.error("{}: a fault of ours; what was under way is given up", file.path(), e);
        giveUp();
      }
    }
    shut();
  }

  /** Waits for something to do, and then a moment for more; false when the end has come. */
  private boolean awaitWork() throws InterruptedException {
    lock.lock();
    try {
      long patience = TEND_NANOS;
      while (changes.isEmpty() && underWay.isEmpty() && reads.isEmpty() && !closing) {
        if (patience <= 0) {
          return true;
        }
        patience = work.awaitNanos(patience);
      }
      long moment = GATHER_NANOS;
      while (moment > 0 && changes.size() < BATCH && reads.isEmpty() && !closing) {
        moment = work.awaitNanos(moment);
      }
      return !closing;
    } finally {
      lock.unlock();
    }
  }

  private void pause() throws InterruptedException {
    lock.lock();
    try {
      long rest = PAUSE_NANOS;
      while (rest > 0 && reads.isEmpty() && !closing) {
        rest = work.awaitNanos(rest);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Writes what waits, a transaction each batch; false where the disk does not take it now. */
  private boolean write() {
    while (take()) {
      leave();
      if (!opened()) {
        return false;
      }
      try {
        transact();
        underWay = List.of();
        recovered();
      } catch (SQLException e) {
        failed(e);
        return false;
      }
    }
    return true;
  }

  /** Takes the next batch, unless one is under way; false when there is none. */
  private boolean take() {
    if (!underWay.isEmpty()) {
      return true;
    }
    lock.lock();
    try {
      List<Change> batch = new ArrayList<>(Math.min(BATCH, changes.size()));
      while (batch.size() < BATCH && !changes.isEmpty()) {
        batch.add(changes.removeFirst());
      }
      underWay = batch;
      return !batch.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private void transact() throws SQLException {
    SqliteTables open = Objects.requireNonNull(tables);
    open.transact(
        () -> {
          for (Change change : underWay) {
            change.apply(open);
          }
        });
  }

  private void answer() {
    List<Read<?>> all;
    lock.lock();
    try {
      all = new ArrayList<>(reads);
      reads.clear();
    } finally {
      lock.unlock();
    }
    if (!all.isEmpty()) {
      opened();
    }
    all.forEach(read -> read.run(tables));
  }

  /** Deletes what is no longer kept, from time to time. */
  private void tend() {
    SqliteTables open = tables;
    if (open == null || System.nanoTime() - tendedAt < TEND_NANOS) {
      return;
    }
    tendedAt = System.nanoTime();
    try {
      forget(open);
    } catch (SQLException e) {
      failed(e);
    }
  }

  /** Deletes what is no longer kept. */
  void forget(SqliteTables open) throws SQLException {
    Instant now = clock.instant();
    open.forget(now, FORGOTTEN_AT_ONCE);
    new SqliteRecordTables(open).forget(now, retention, FORGOTTEN_AT_ONCE);
  }

  /** Lets go of a file that is no longer at its path; the one that is there gets everything. */
  private void leave() {
    if (tables == null || !file.left()) {
      return;
    }
    LOG.warn("{} was removed or replaced while it was in use; it is opened anew", file.path());
    closeTables();
    retold = false;
    try {
      file.abandon();
    } catch (IOException e) {
      count(e);
    }
  }

  /** Whether the database is open; where it is not, it is tried. */
  private boolean opened() {
    if (tables != null) {
      return true;
    }
    try {
      tables = new SqliteTables(file.open());
      if (!retold) {
        retold = true;
        onFresh.run();
      }
      return true;
    } catch (SQLException | IOException | IllegalStateException e) {
      count(e);
      return false;
    }
  }

  private void failed(SQLException e) {
    count(e);
    if (SqliteFile.corrupt(e)) {
      beginAfresh(e);
    } else if (!PASSING.contains(SqliteFile.primaryCode(e))) {
      giveUp();
    } else if (SqliteFile.primaryCode(e) != SQLiteErrorCode.SQLITE_FULL.code) {
      closeTables();
    }
  }

  private void beginAfresh(SQLException why) {
    closeTables();
    giveUp();
    try {
      file.setAside(String.valueOf(why.getMessage()));
      onFresh.run();
    } catch (IOException e) {
      count(e);
    }
  }

  private void giveUp() {
    lock.lock();
    try {
      lost += underWay.size();
    } finally {
      lock.unlock();
    }
    underWay = List.of();
  }

  /** Counts a failure; it is logged at most once a minute. */
  private void count(Exception e) {
    lock.lock();
    try {
      failures++;
    } finally {
      lock.unlock();
    }
    if (failingSince == null) {
      failingSince = clock.instant();
    }
    if (System.nanoTime() - loggedAt >= SILENCE_NANOS) {
      loggedAt = System.nanoTime();
      LOG.warn("{} cannot be written; requests go on without it: {}", file.path(), e.toString());
    }
  }

  private void recovered() {
    if (failingSince != null) {
      failingSince = null;
      loggedAt = System.nanoTime() - SILENCE_NANOS;
      LOG.info("{} is written again", file.path());
    }
  }

  private void shut() {
    answer();
    closeTables();
    try {
      file.close();
    } catch (IOException e) {
      LOG.debug("the lock could not be let go", e);
    }
  }

  private void closeTables() {
    SqliteTables open = tables;
    tables = null;
    if (open != null) {
      try {
        open.close();
      } catch (SQLException e) {
        LOG.debug("the sessions file could not be closed", e);
      }
    }
  }
}
