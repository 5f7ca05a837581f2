package dev.mooring.store.memory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The tables of the file, by version: each script leads from the version before it to its own. The
 * file's version is its {@code user_version}.
 *
 * @param scripts the script that makes version 1 of an empty file, then those that follow
 */
record SqliteSchema(List<String> scripts) {
  /** What tells the file from other programs' databases: {@code MOOR} in ASCII. */
  static final int APPLICATION_ID = 0x4d4f4f52;

  /** The tables of this version of the program. */
  static SqliteSchema current() {
    return new SqliteSchema(List.of(script("sessions-1.sql"), script("sessions-2.sql")));
  }

  /** A file whose tables are newer than this program knows. */
  static final class NewerException extends SQLException {
    NewerException(int version, int known) {
      super("schema version " + version + " (expected: at most " + known + ")");
    }
  }

  /**
   * Brings a file up to date, in one transaction.
   *
   * @throws NewerException when it is of a version to come
   * @throws IllegalStateException when it is another program's database
   */
  void migrate(Connection connection) throws SQLException {
    int version = number(connection, "PRAGMA user_version");
    int application = number(connection, "PRAGMA application_id");
    boolean empty = number(connection, "SELECT count(*) FROM sqlite_master") == 0;
    if (!empty && application != APPLICATION_ID) {
      throw new IllegalStateException("is another program's database");
    }
    if (version > scripts.size()) {
      throw new NewerException(version, scripts.size());
    }
    if (version == scripts.size()) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "BEGIN IMMEDIATE;\n"
              + String.join("\n", scripts.subList(version, scripts.size()))
              + ("\nPRAGMA application_id = " + APPLICATION_ID + ";")
              + ("\nPRAGMA user_version = " + scripts.size() + ";")
              + "\nCOMMIT;");
    }
  }

  private static int number(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.getInt(1);
    }
  }

  private static String script(String resource) {
    try (InputStream in = SqliteSchema.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + ": not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
