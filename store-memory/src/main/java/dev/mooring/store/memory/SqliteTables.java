package dev.mooring.store.memory;

import dev.mooring.affinity.IssuerStore.Issuer;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.SessionKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What pins and issuers are in the database, over one connection and with prepared statements. */
final class SqliteTables implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SqliteTables.class);
  private static final long REMEMBERED = Duration.ofHours(24).toMillis();

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  SqliteTables(Connection connection) {
    this.connection = connection;
  }

  /** Statements that take effect together or not at all. */
  @FunctionalInterface
  interface Transaction {
    void run() throws SQLException;
  }

  /**
   * Carries out a transaction. It is begun and ended in words: the driver's own way loses its place
   * when a full disk has ended the transaction already.
   */
  void transact(Transaction transaction) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      try {
        transaction.run();
        statement.execute("COMMIT");
      } catch (SQLException | RuntimeException e) {
        try {
          statement.execute("ROLLBACK");
        } catch (SQLException over) {
          e.addSuppressed(over);
        }
        discardStatements();
        throw e;
      }
    }
  }

  /** Lets the prepared statements go: one that failed cannot be used again. */
  void discardStatements() {
    for (PreparedStatement statement : prepared.values()) {
      try {
        statement.close();
      } catch (SQLException e) {
        LOG.debug("a statement could not be closed", e);
      }
    }
    prepared.clear();
  }

  /** A statement with these values; made once, and kept. */
  PreparedStatement statement(String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  /** Carries out a change and says how many rows it met. */
  int update(String sql, @Nullable Object... values) throws SQLException {
    return statement(sql, values).executeUpdate();
  }

  void putPin(PinEntry entry, long now) throws SQLException {
    Pin pin = entry.pin();
    update(
        "INSERT OR REPLACE INTO pins VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        entry.session().hex(),
        entry.model(),
        pin.provider(),
        pin.upstreamModel(),
        pin.credential(),
        pin.version(),
        entry.expiresAt(),
        now);
  }

  void dropPin(PinEntry entry) throws SQLException {
    update(
        "DELETE FROM pins WHERE session = ? AND model = ?", entry.session().hex(), entry.model());
  }

  void putIssuer(MemoryIssuers.Entry entry) throws SQLException {
    Issuer issuer = entry.issuer();
    update(
        "INSERT OR REPLACE INTO issuers VALUES (?, ?, ?, ?, ?)",
        entry.idHash(),
        issuer.provider(),
        issuer.credential(),
        issuer.cacheScope(),
        entry.expiresAt());
  }

  void dropIssuer(MemoryIssuers.Entry entry) throws SQLException {
    update("DELETE FROM issuers WHERE id_hash = ?", entry.idHash());
  }

  /** Reads the pins that are not forgotten, at most so many of the last written, eldest first. */
  void pins(Instant now, long most, Consumer<PinEntry> reader) throws SQLException {
    PreparedStatement query =
        statement(
            "SELECT * FROM (SELECT session, model, provider, upstream_model, credential, version,"
                + " expires_at, written_at FROM pins WHERE expires_at > ?"
                + " ORDER BY written_at DESC LIMIT ?) ORDER BY written_at",
            now.toEpochMilli() - REMEMBERED,
            most);
    try (ResultSet row = query.executeQuery()) {
      while (row.next()) {
        Pin pin = new Pin(row.getString(3), row.getString(4), row.getString(5), row.getLong(6));
        reader.accept(
            new PinEntry(new SessionKey(row.getString(1)), row.getString(2), pin, row.getLong(7)));
      }
    }
  }

  /**
   * Reads the issuers that are not forgotten, at most so many of the last written, eldest first.
   */
  void issuers(Instant now, long most, Consumer<MemoryIssuers.Entry> reader) throws SQLException {
    PreparedStatement query =
        statement(
            "SELECT * FROM (SELECT id_hash, provider, credential, cache_scope, expires_at"
                + " FROM issuers WHERE expires_at > ? ORDER BY expires_at DESC LIMIT ?)"
                + " ORDER BY expires_at",
            now.toEpochMilli(),
            most);
    try (ResultSet row = query.executeQuery()) {
      while (row.next()) {
        Issuer issuer = new Issuer(row.getString(2), row.getString(3), row.getString(4));
        reader.accept(new MemoryIssuers.Entry(row.getString(1), issuer, row.getLong(5)));
      }
    }
  }

  /** Deletes what is forgotten, at most so many rows a table. */
  void forget(Instant now, int most) throws SQLException {
    update(
        "DELETE FROM pins WHERE (session, model) IN"
            + " (SELECT session, model FROM pins WHERE expires_at <= ? LIMIT ?)",
        now.toEpochMilli() - REMEMBERED,
        most);
    update(
        "DELETE FROM issuers WHERE id_hash IN"
            + " (SELECT id_hash FROM issuers WHERE expires_at <= ? LIMIT ?)",
        now.toEpochMilli(),
        most);
  }

  /** Closes the connection, and its statements with it. */
  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
