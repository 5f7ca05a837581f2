package dev.mooring.store.memory;

import static dev.mooring.store.memory.Durable.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.mooring.affinity.IssuerStore.Issuer;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import dev.mooring.affinity.SessionRecord.Assignment;
import dev.mooring.affinity.SessionRecord.Retention;
import dev.mooring.affinity.SessionRecord.Tokens;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The file of the durable store: what survives in it, and what happens when it fails. */
class DurableStoreTest {
  private static final String MODEL = "anthropic/claude-sonnet-5";
  private static final Duration LIFE = Duration.ofMinutes(5);
  private static final Assignment ASSIGNMENT = new Assignment("p", "c", MODEL, "messages");

  @TempDir Path folder = Path.of("");

  private final TestClock clock = new TestClock();
  private final List<DurableStore> opened = new ArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(DurableStore::close);
  }

  @Test
  void pinsIssuersAndSessionsSurviveARestart() {
    DurableStore first = open();
    Pin pin = pin("org-a");
    claim(first, session(1), pin);
    claim(first, session(2), pin(null));
    Issuer issuer = new Issuer("openai", "a", "scope");
    get(first.pins().remember(List.of(session(7).hex()), issuer));
    first.record().assign(session(1), null, ASSIGNMENT, clock.instant());
    first.record().updateTokens(session(1), new Tokens(10, 8, 1), clock.instant());
    first.close();

    DurableStore second = open();
    assertThat(state(second, session(1))).isEqualTo(new PinState.Pinned(pin));
    assertThat(state(second, session(2))).isInstanceOf(PinState.Pinned.class);
    assertThat(get(second.pins().issuer(List.of(session(7).hex())))).isEqualTo(issuer);
    assertThat(get(second.record().lookup(session(1))))
        .hasValueSatisfying(
            row -> {
              assertThat(row.assignment()).isEqualTo(ASSIGNMENT);
              assertThat(row.tokens()).isEqualTo(new Tokens(10, 8, 1));
            });
  }

  @Test
  void aPinThatExpiredWhileTheProcessWasDownIsRememberedAsExpired() {
    DurableStore first = open();
    claim(first, session(1), pin("org-a"));
    first.close();
    clock.advance(LIFE);
    DurableStore second = open();
    assertThat(state(second, session(1))).isEqualTo(PinState.EXPIRED);
    second.close();
    clock.advance(Duration.ofHours(24));
    assertThat(state(open(), session(1))).isEqualTo(PinState.ABSENT);
  }

  @Test
  void atStartOnlyAsManyPinsAreReadAsMayBeHeldTheLastWritten() {
    DurableStore first = open();
    for (int i = 0; i < 20; i++) {
      claim(first, session(i), pin("org-a"));
      clock.advance(Duration.ofMillis(1));
    }
    first.close();
    DurableStore second =
        keep(
            DurableStore.open(
                new DurableStore.Settings(file(), 8, 10, 1L << 40, Retention.DEFAULT), clock));
    assertThat(second.pins().pins()).isEqualTo(5);
    assertThat(IntStream.range(0, 20).filter(i -> pinned(second, session(i))))
        .containsExactly(15, 16, 17, 18, 19);
  }

  @Test
  void whatIsForgottenIsDeletedFromTheFile() throws Exception {
    DurableStore store = open();
    claim(store, session(1), pin("org-a"));
    get(store.pins().remember(List.of(session(7).hex()), new Issuer("openai", "a", "scope")));
    Durable.settle(store);
    clock.advance(Duration.ofDays(31));
    Durable.forget(store);
    store.close();
    assertThat(count("pins")).isZero();
    assertThat(count("issuers")).isZero();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows has other permissions")
  void theFilesCanBeReadByTheirOwnerOnly() throws IOException {
    DurableStore store = open();
    claim(store, session(1), pin("org-a"));
    Durable.settle(store);
    try (var files = Files.list(folder)) {
      assertThat(files.toList())
          .hasSizeGreaterThanOrEqualTo(4)
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
  }

  @Test
  void aSecondProcessOnTheSameFileIsRefused() {
    open();
    assertThatIllegalStateException()
        .isThrownBy(this::open)
        .withMessageContaining("sessions.db is open in another Mooring");
  }

  @Test
  void anotherProgramsDatabaseIsLeftAlone() throws Exception {
    sql("CREATE TABLE cookies (a)");
    assertThatIllegalStateException()
        .isThrownBy(this::open)
        .withMessageContaining("sessions.db is another program's database");
    assertThat(count("cookies")).isZero();
    Files.delete(file());
    open();
  }

  @Test
  void aFileThatIsNoDatabaseIsSetAside() throws IOException {
    Files.writeString(
        file(), "this is not a database, and longer than a header has to be".repeat(9));
    assertAFreshOneIsBegun();
    assertThat(Files.readString(aside(""))).startsWith("this is not a database");
  }

  @Test
  void aMalformedPageIsFoundAtStart() throws IOException {
    DurableStore first = open();
    for (int i = 0; i < 500; i++) {
      claim(first, session(i), pin("org-a"));
    }
    first.close();
    try (RandomAccessFile raw = new RandomAccessFile(file().toFile(), "rw")) {
      for (long page = 2; page * 4096 < raw.length(); page++) {
        raw.seek(page * 4096);
        raw.write(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
      }
    }
    assertAFreshOneIsBegun();
  }

  @Test
  void aFileOfAVersionToComeIsSetAside() throws Exception {
    open().close();
    sql("PRAGMA user_version = 99");
    assertAFreshOneIsBegun();
  }

  @Test
  void aFileThatTurnsOutCorruptWhileItIsUsedIsBegunAfreshWithWhatMemoryHolds() throws Exception {
    DurableStore store = open();
    for (int i = 0; i < 500; i++) {
      claim(store, session(i), pin("org-a"));
    }
    Durable.settle(store);
    get(
        store
            .writer()
            .read(
                tables -> {
                  tables.update("PRAGMA writable_schema = ON");
                  tables.update("UPDATE sqlite_master SET rootpage = 3 WHERE name = 'pins'");
                  tables.update("PRAGMA writable_schema = RESET");
                  return true;
                }));
    claim(store, session(500), pin("org-a"));
    org.awaitility.Awaitility.await().until(() -> Files.exists(aside("")));
    claim(store, session(501), pin("org-a"));
    org.awaitility.Awaitility.await()
        .until(() -> store.state().failingSince().isEmpty() && store.state().waiting() == 0);
    store.close();
    DurableStore second = open();
    assertThat(IntStream.range(0, 502).filter(i -> !pinned(second, session(i)))).isEmpty();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS) // where an open file cannot be removed
  void aFileThatIsRemovedWhileItIsUsedIsBegunAfreshWithWhatMemoryHolds() throws IOException {
    DurableStore store = open();
    claim(store, session(1), pin("org-a"));
    Durable.settle(store);
    Files.delete(file());
    assertWrittenAnew(store);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFolderThatIsMovedAwayWhileItIsUsedIsMadeAgain() throws IOException {
    folder = folder.resolve("inner");
    DurableStore store = open();
    claim(store, session(1), pin("org-a"));
    Durable.settle(store);
    Files.move(folder, folder.resolveSibling("elsewhere"));
    assertWrittenAnew(store);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFileThatIsReplacedWhileItIsUsedKeepsWhatItHoldsAndGetsWhatMemoryHolds() throws IOException {
    Path other = folder.resolve("other.db");
    try (DurableStore earlier = Durable.open(other, clock)) {
      claim(earlier, session(3), pin("org-b"));
    }
    DurableStore store = open();
    claim(store, session(1), pin("org-a"));
    Durable.settle(store);
    Files.move(other, file(), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThat(pinned(assertWrittenAnew(store), session(3))).isTrue();
  }

  /** A further pin, and the one before, are in the file that is at the path now. */
  private DurableStore assertWrittenAnew(DurableStore store) {
    claim(store, session(2), pin("org-a"));
    org.awaitility.Awaitility.await()
        .until(() -> Files.exists(file()) && store.state().waiting() == 0);
    Durable.settle(store);
    store.close();
    DurableStore second = open();
    assertThat(pinned(second, session(1))).isTrue();
    assertThat(pinned(second, session(2))).isTrue();
    return second;
  }

  @Test
  void aFullDiskIsCountedAndWhatWaitedIsWrittenWhenThereIsRoomAgain() {
    DurableStore store = open();
    get(store.writer().read(tables -> tables.statement("PRAGMA max_page_count = 20").execute()));
    for (int i = 0; i < 1_000; i++) {
      claim(store, session(i), pin("org-a"));
    }
    org.awaitility.Awaitility.await().until(() -> store.state().failures() > 0);
    assertThat(store.state().failingSince()).isPresent();
    assertThat(pinned(store, session(999))).isTrue();
    get(
        store
            .writer()
            .read(tables -> tables.statement("PRAGMA max_page_count = 100000").execute()));
    org.awaitility.Awaitility.await().until(() -> store.state().failingSince().isEmpty());
    assertThat(store.state().lost()).isZero();
    store.close();
    DurableStore second = open();
    assertThat(IntStream.range(0, 1_000).filter(i -> !pinned(second, session(i)))).isEmpty();
  }

  @Test
  void aPlaceThatCannotBeWrittenIsCountedAndTriedAgain() throws IOException {
    Path blocked = Files.writeString(folder.resolve("blocked"), "");
    Path file = blocked.resolve("sessions.db");
    DurableStore store = keep(Durable.open(file, clock));
    claim(store, session(1), pin("org-a"));
    assertThat(pinned(store, session(1))).isTrue();
    assertThat(store.state().failures()).isPositive();
    assertThat(store.record().lookup(session(1)).toCompletableFuture()).failsWithin(LIFE);
    Files.delete(blocked);
    org.awaitility.Awaitility.await().until(() -> store.state().failingSince().isEmpty());
    store.close();
    assertThat(pinned(keep(Durable.open(file, clock)), session(1))).isTrue();
  }

  @Test
  void aFileOfAnOlderVersionIsBroughtUpToDateAndKeepsWhatItHolds() throws Exception {
    DurableStore first = open();
    Pin pin = pin("org-a");
    claim(first, session(1), pin);
    first.close();
    List<String> scripts = new ArrayList<>(SqliteSchema.current().scripts());
    scripts.add("ALTER TABLE pins ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue';");
    try (SqliteFile file = new SqliteFile(file(), new SqliteSchema(scripts));
        Connection connection = file.open();
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeQuery("PRAGMA user_version").getInt(1)).isEqualTo(scripts.size());
      assertThat(statement.executeQuery("SELECT colour FROM pins").getString(1)).isEqualTo("blue");
    }
  }

  @Test
  void aMigrationThatFailsLeavesTheFileAsItWas() throws Exception {
    open().close();
    List<String> scripts = new ArrayList<>(SqliteSchema.current().scripts());
    int version = scripts.size();
    scripts.add("CREATE TABLE half (a); CREATE TABLE pins (a);");
    try (SqliteFile file = new SqliteFile(file(), new SqliteSchema(scripts))) {
      org.assertj.core.api.Assertions.assertThatThrownBy(file::open)
          .isInstanceOf(SQLException.class);
    }
    try (Connection connection = raw();
        Statement statement = connection.createStatement()) {
      assertThat(statement.executeQuery("PRAGMA user_version").getInt(1)).isEqualTo(version);
      assertThat(
              statement
                  .executeQuery("SELECT count(*) FROM sqlite_master WHERE name = 'half'")
                  .getInt(1))
          .isZero();
    }
  }

  private void assertAFreshOneIsBegun() {
    DurableStore store = open();
    assertThat(Files.exists(aside(""))).isTrue();
    assertThat(store.pins().pins()).isZero();
    claim(store, session(1), pin("org-a"));
    store.close();
    assertThat(pinned(open(), session(1))).isTrue();
  }

  private Path file() {
    return folder.resolve("sessions.db");
  }

  private Path aside(String suffix) {
    return folder.resolve(".sessions.db.corrupted" + suffix);
  }

  private DurableStore open() {
    return keep(Durable.open(file(), clock));
  }

  private DurableStore keep(DurableStore store) {
    opened.add(store);
    return store;
  }

  private Connection raw() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }

  private void sql(String text) throws SQLException {
    try (Connection connection = raw();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(text);
    }
  }

  private int count(String table) throws SQLException {
    try (Connection connection = raw();
        Statement statement = connection.createStatement()) {
      return statement.executeQuery("SELECT count(*) FROM " + table).getInt(1);
    }
  }

  private static void claim(DurableStore store, SessionKey session, Pin pin) {
    get(store.pins().write(new PinWrite.Claim(session, MODEL, pin, LIFE)));
  }

  private static PinState state(DurableStore store, SessionKey session) {
    return get(store.pins().read(session, List.of(MODEL))).get(0);
  }

  private static boolean pinned(DurableStore store, SessionKey session) {
    return state(store, session) instanceof PinState.Pinned;
  }

  private static Pin pin(@org.jspecify.annotations.Nullable String credential) {
    return new Pin("anthropic", "claude-sonnet-5", credential, System.nanoTime());
  }

  private static SessionKey session(int number) {
    return new SessionKey("%064x".formatted(number));
  }
}
