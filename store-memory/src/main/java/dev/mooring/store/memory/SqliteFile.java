package dev.mooring.store.memory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/**
 * The database file of one process: readable by its owner only, locked against a second process,
 * and set aside where it is corrupt. Used by one thread at a time.
 */
final class SqliteFile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteFile.class);
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final int BUSY_MILLIS = 1_000;
  private static final long MAX_JOURNAL_BYTES = 16L << 20;

  private final Path file;
  private final SqliteSchema schema;
  private @Nullable FileChannel lock;
  private @Nullable Object opened;
  private @Nullable Object journal;

  SqliteFile(Path file, SqliteSchema schema) {
    this.file = file.toAbsolutePath().normalize();
    this.schema = schema;
  }

  /** Where it is. */
  Path path() {
    return file;
  }

  /**
   * Opens the file, making it where there is none. A corrupt one is renamed to {@code
   * .<name>.corrupted} and a fresh one begun.
   *
   * @throws SQLException or {@link IOException} when it can be neither read nor made now
   * @throws IllegalStateException when another process uses it, or it is another program's
   */
  Connection open() throws SQLException, IOException {
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    lock();
    createPrivately(file);
    try {
      return connect();
    } catch (SQLException e) {
      if (!corrupt(e)) {
        throw e;
      }
      setAside(String.valueOf(e.getMessage()));
      createPrivately(file);
      return connect();
    } catch (IllegalStateException e) {
      close();
      throw new IllegalStateException(file + " " + e.getMessage(), e);
    }
  }

  /** Whether the path no longer leads to the file that was opened: it was removed or replaced. */
  boolean left() {
    if (!Objects.equals(opened, identity(""))) {
      return true;
    }
    journal = identity("-wal");
    return false;
  }

  /**
   * Lets go of a file that was left, after it was closed. Its journals are deleted where they were
   * left behind: the file that is at the path now would take them for its own.
   */
  void abandon() throws IOException {
    if (journal != null && journal.equals(identity("-wal"))) {
      Files.deleteIfExists(Path.of(file + "-wal"));
      Files.deleteIfExists(Path.of(file + "-shm"));
    }
    close();
  }

  /** Whether a failure says that the file's content is at fault. */
  static boolean corrupt(SQLException e) {
    if (e instanceof SqliteSchema.NewerException) {
      return true;
    }
    int code = primaryCode(e);
    return code == SQLiteErrorCode.SQLITE_CORRUPT.code
        || code == SQLiteErrorCode.SQLITE_NOTADB.code;
  }

  /** SQLite's result code without its extension; -1 where the failure is not SQLite's. */
  static int primaryCode(SQLException e) {
    return e instanceof SQLiteException its ? its.getResultCode().code & 0xff : -1;
  }

  /** Renames the file and its journals; one that was set aside before is replaced. */
  void setAside(String why) throws IOException {
    Path aside = file.resolveSibling("." + file.getFileName() + ".corrupted");
    for (String suffix : List.of("", "-wal", "-shm")) {
      Path from = Path.of(file + suffix);
      Path to = Path.of(aside + suffix);
      if (Files.exists(from)) {
        Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
      } else {
        Files.deleteIfExists(to);
      }
    }
    LOG.warn(
        "{} cannot be used ({}): it was renamed to {}, and a fresh one begun", file, why, aside);
  }

  /** Lets the lock go. */
  @Override
  public void close() throws IOException {
    FileChannel held = lock;
    lock = null;
    if (held != null) {
      held.close();
    }
  }

  private Connection connect() throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_MILLIS);
    config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
    config.setJournalSizeLimit(Math.toIntExact(MAX_JOURNAL_BYTES));
    Connection connection = config.createConnection("jdbc:sqlite:" + file);
    try {
      check(connection);
      schema.migrate(connection);
      journalAhead(connection);
      opened = identity("");
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** What tells the file at the path from another; null where there is none, or no telling. */
  private @Nullable Object identity(String suffix) {
    try {
      return Files.readAttributes(Path.of(file + suffix), BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      return null;
    }
  }

  /** Turns write-ahead logging on, once the file is known to be ours. */
  private static void journalAhead(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA journal_mode = WAL");
    }
  }

  private static void check(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("PRAGMA quick_check(1)")) {
      String result = found.getString(1);
      if (!"ok".equals(result)) {
        throw new SQLiteException(result, SQLiteErrorCode.SQLITE_CORRUPT);
      }
    }
  }

  /** Takes the lock for this process; the lock's own file stays when it is let go. */
  private void lock() throws IOException {
    if (lock != null) {
      return;
    }
    Path beside = file.resolveSibling("." + file.getFileName() + ".lock");
    createPrivately(beside);
    FileChannel channel = FileChannel.open(beside, StandardOpenOption.WRITE);
    boolean taken = false;
    try {
      FileLock got = channel.tryLock();
      taken = got != null;
    } catch (OverlappingFileLockException e) {
      LOG.debug("locked by this process", e);
    } finally {
      if (!taken) {
        channel.close();
      }
    }
    if (!taken) {
      throw new IllegalStateException(file + " is open in another Mooring (give each its own)");
    }
    lock = channel;
  }

  /** Makes a file that only its owner can read; one that is there becomes so. */
  private static void createPrivately(Path file) throws IOException {
    boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] attributes =
        posix
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
            : new FileAttribute<?>[0];
    try {
      Files.createFile(file, attributes);
    } catch (FileAlreadyExistsException e) {
      if (posix) {
        hide(file);
      }
    }
  }

  /** Takes away what others may do with a file. */
  private static void hide(Path file) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    if (!OWNER_ONLY.containsAll(permissions)) {
      permissions.retainAll(OWNER_ONLY);
      Files.setPosixFilePermissions(file, permissions);
    }
  }
}
