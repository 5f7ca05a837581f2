package dev.mooring.store.memory;

import dev.mooring.affinity.SessionRecord;
import dev.mooring.affinity.SessionRecord.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store of a node that stands alone and outlives its restarts: pins and issuers are answered
 * from memory, and written behind to an SQLite file; the record is in the file alone. A process
 * that is killed loses at most its last 100 ms. No request ever waits for the file, nor fails
 * because of it.
 */
public final class DurableStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DurableStore.class);

  private final MemoryPinStore pins;
  private final SqliteWriter writer;
  private final SessionRecord record;

  private DurableStore(Builder builder) {
    this.pins = builder.pins;
    this.writer = builder.writer;
    this.record = new SqliteSessionRecord(writer);
  }

  /**
   * What a store is made with.
   *
   * @param file where it is; its folder is made where there is none
   * @param maxModels how many pins a session has at most; positive
   * @param maxEntries how many pins and issuers are held at most; at least 2
   * @param maxBytes how much memory they are estimated to take at most; at least 2
   * @param retention how long the record keeps what it is told
   */
  public record Settings(
      Path file, int maxModels, long maxEntries, long maxBytes, Retention retention) {}

  /**
   * Opens the store and reads what a former run has left; blocks. A corrupt file is set aside, and
   * one that cannot be opened now is tried again later.
   *
   * @throws IllegalStateException when another process uses the file, or it is another program's
   */
  public static DurableStore open(Settings settings, InstantSource clock) {
    return open(settings, clock, SqliteSchema.current());
  }

  static DurableStore open(Settings settings, InstantSource clock, SqliteSchema schema) {
    return new DurableStore(new Builder(settings, clock, schema));
  }

  /** The pins and the issuers. */
  public MemoryPinStore pins() {
    return pins;
  }

  /** The record of sessions and the log of routing events. */
  public SessionRecord record() {
    return record;
  }

  /** How the file is now. */
  public FileState state() {
    return writer.state();
  }

  /** The thread that writes, for tests. */
  SqliteWriter writer() {
    return writer;
  }

  /** Writes what waits, and closes the file; blocks for that. */
  @Override
  public void close() {
    writer.close();
  }

  /** Puts memory, journals and writer together, which know each other. */
  private static final class Builder {
    final MemoryPinStore pins;
    final SqliteWriter writer;

    Builder(Settings settings, InstantSource clock, SqliteSchema schema) {
      SqliteFile file = new SqliteFile(settings.file(), schema);
      SqliteTables tables = tables(file);
      Journals journals = new Journals(clock);
      pins =
          new MemoryPinStore(
              clock,
              settings.maxModels(),
              settings.maxEntries(),
              settings.maxBytes(),
              journals.pins(),
              journals.issuers());
      writer = new SqliteWriter(file, tables, clock, settings.retention(), pins::retell);
      journals.writer = writer;
      if (tables != null) {
        read(tables, settings, clock);
      }
      writer.start();
    }

    private static @Nullable SqliteTables tables(SqliteFile file) {
      try {
        return new SqliteTables(file.open());
      } catch (SQLException | IOException e) {
        LOG.warn("{} cannot be opened; requests go on without it: {}", file.path(), e.toString());
        return null;
      }
    }

    private void read(SqliteTables tables, Settings settings, InstantSource clock) {
      long most = settings.maxEntries() / 2;
      try {
        tables.pins(clock.instant(), most, pins::restore);
        tables.issuers(clock.instant(), most, pins::restore);
        LOG.info("{}: {} pins, {} issuers", settings.file(), pins.pins(), pins.issuers());
      } catch (SQLException | IllegalArgumentException e) {
        LOG.warn("{}: not all pins could be read: {}", settings.file(), e.toString());
      }
    }
  }

  /** What tells the writer of changes in memory. */
  private static final class Journals {
    private final InstantSource clock;
    @Nullable SqliteWriter writer;

    Journals(InstantSource clock) {
      this.clock = clock;
    }

    Journal<PinEntry> pins() {
      return new Journal<>() {
        @Override
        public void written(PinEntry entry) {
          long now = clock.millis();
          add(tables -> tables.putPin(entry, now));
        }

        @Override
        public void gone(PinEntry entry) {
          add(tables -> tables.dropPin(entry));
        }
      };
    }

    Journal<MemoryIssuers.Entry> issuers() {
      return new Journal<>() {
        @Override
        public void written(MemoryIssuers.Entry entry) {
          add(tables -> tables.putIssuer(entry));
        }

        @Override
        public void gone(MemoryIssuers.Entry entry) {
          add(tables -> tables.dropIssuer(entry));
        }
      };
    }

    private void add(SqliteWriter.Change change) {
      SqliteWriter told = writer;
      if (told != null) {
        told.add(change);
      }
    }
  }
}
