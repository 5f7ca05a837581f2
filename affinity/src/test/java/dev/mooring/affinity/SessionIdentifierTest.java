package dev.mooring.affinity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionIdentifierTest {
  private static final ClientScope ACME = new ClientScope("acme", "web", null);
  private static final String FINGERPRINT = "0123456789abcdef0123456789abcdef";
  private static final String UUID = "8d4c1f6e-0a4b-4c57-9f0e-2b8f8e1f7a11";

  /** The places of section 4's table, the first to win first, each with what it must give. */
  private static final List<Place> PLACES =
      List.of(
          new Place("option", SessionSource.SESSION_OPTION, "explicit", true),
          new Place("field", SessionSource.SESSION_ID_FIELD, "explicit", true),
          new Place("x-bf-session-id", SessionSource.BF_SESSION_ID_HEADER, "explicit", true),
          new Place("x-session-id", SessionSource.SESSION_ID_HEADER, "explicit", true),
          new Place("x-session-affinity", SessionSource.SESSION_AFFINITY_HEADER, "explicit", true),
          new Place("session-id", SessionSource.CODEX_HEADER, "agent", true),
          new Place("session_id", SessionSource.CODEX_HEADER, "agent", true),
          new Place("thread-id", SessionSource.CODEX_HEADER, "agent", true),
          new Place("conversation_id", SessionSource.CODEX_HEADER, "agent", true),
          new Place("prompt_cache_key", SessionSource.PROMPT_CACHE_KEY, "explicit", false),
          new Place("x-claude-code-session-id", SessionSource.CLAUDE_CODE, "agent", true),
          new Place("metadata", SessionSource.CLAUDE_CODE, "agent", true));

  private record Place(String name, SessionSource source, String kind, boolean pinsCredential) {
    /** A value that tells its place. */
    String value() {
      return name.equals("metadata") ? "{\"session_id\":\"" + id() + "\"}" : id();
    }

    String id() {
      return "from-" + name;
    }
  }

  static Stream<Arguments> places() {
    return PLACES.stream().map(place -> arguments(place.name(), PLACES.indexOf(place)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("places")
  void aSourceWinsOverAllThatFollowIt(String name, int index) {
    Request request = new Request();
    PLACES.subList(index, PLACES.size()).forEach(place -> request.put(place.name(), place.value()));
    Session session = identify(request);
    Place place = PLACES.get(index);
    assertThat(session.source()).as(name).isEqualTo(place.source());
    assertThat(session.id()).isEqualTo(place.id());
    assertThat(session.source().kind().wireName()).isEqualTo(place.kind());
    assertThat(session.source().pinsCredential()).isEqualTo(place.pinsCredential());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("places")
  void aSessionIsFoundAgainByItsId(String name, int index) {
    Request request = new Request();
    request.put(name, PLACES.get(index).value());
    Session session = identify(request);
    assertThat(SessionIdentifier.keysOf(ACME, " " + session.id())).contains(session.key());
    assertThat(SessionIdentifier.keysOf(new ClientScope("acme", "other", null), session.id()))
        .doesNotContain(session.key());
    assertThat(SessionIdentifier.keysOf(ACME, FINGERPRINT)).contains(identify(new Request()).key());
    assertThat(SessionIdentifier.keysOf(ACME, " ")).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("places")
  void aBlankValueFallsThrough(String name, int index) {
    Request request = new Request();
    PLACES.subList(0, index + 1).forEach(place -> request.put(place.name(), " \t "));
    Session before = identify(request);
    assertThat(before.source()).isEqualTo(SessionSource.FINGERPRINT);
    request.put(name, PLACES.get(index).value());
    assertThat(identify(request).id()).isEqualTo(PLACES.get(index).id());
  }

  @Test
  void withoutAnySourceTheFingerprintIsTheSession() {
    Session session = identify(new Request());
    assertThat(session.source()).isEqualTo(SessionSource.FINGERPRINT);
    assertThat(session.id()).isEqualTo(FINGERPRINT);
    assertThat(session.source().kind().wireName()).isEqualTo("fingerprint");
  }

  @Test
  void theFingerprintIsNotAskedForWhereASourcePinsTheCredential() {
    AtomicInteger asked = new AtomicInteger();
    SessionEvidence evidence =
        new SessionEvidence(
            header -> null,
            "s1",
            null,
            null,
            null,
            () -> FINGERPRINT.substring(asked.incrementAndGet()));
    SessionIdentifier.identify(ACME, evidence);
    assertThat(asked).hasValue(0);
  }

  @Test
  void anIdIsTrimmed() {
    assertThat(identify(new Request().put("option", " sess 1\t")).id()).isEqualTo("sess 1");
    assertThat(key("option", " s1 ")).isEqualTo(key("option", "s1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "語", "😀"})
  void anIdOf256CodePointsStays(String character) {
    String id = character.repeat(256);
    assertThat(identify(new Request().put("option", "  " + id + " ")).id()).isEqualTo(id);
  }

  @Test
  void anIdOver256CodePointsIsReplacedByItsHash() {
    String id = "a".repeat(257);
    Session session = identify(new Request().put("option", id));
    assertThat(session.id())
        .isEqualTo("e8d95cc2b4bc198c54b40bd214df958afb65f5e73d2c2eafe0593cf5c635c1f0");
    assertThat(identify(new Request().put("x-session-id", " " + id)).key())
        .isEqualTo(session.key());
  }

  @Test
  void theSameIdUnderTwoTeamsIsTwoSessions() {
    assertIsolated(new ClientScope("other", "web", null));
  }

  @Test
  void theSameIdUnderTwoClientKeysIsTwoSessions() {
    assertIsolated(new ClientScope("acme", "mobile", null));
  }

  @Test
  void theSameIdOfTwoUsersIsTwoSessions() {
    assertIsolated(new ClientScope("acme", "web", "alice"));
  }

  private static void assertIsolated(ClientScope other) {
    for (Place place : PLACES) {
      SessionEvidence evidence = new Request().put(place.name(), place.value()).evidence();
      assertThat(SessionIdentifier.identify(other, evidence).key())
          .as(place.name())
          .isNotEqualTo(SessionIdentifier.identify(ACME, evidence).key());
    }
  }

  @Test
  void aBlankUserIsNone() {
    SessionEvidence evidence = new Request().put("option", "s1").evidence();
    assertThat(SessionIdentifier.identify(new ClientScope("acme", "web", " "), evidence))
        .isEqualTo(SessionIdentifier.identify(ACME, evidence));
  }

  @Test
  void theScopeIsFramed() {
    SessionEvidence evidence = new Request().put("option", "s1").evidence();
    assertThat(SessionIdentifier.identify(new ClientScope("a", "bc", null), evidence).key())
        .isNotEqualTo(SessionIdentifier.identify(new ClientScope("ab", "c", null), evidence).key());
  }

  @Test
  void aFingerprintBelongsToTheTeamWhoeverCalls() {
    SessionEvidence evidence = new Request().evidence();
    SessionKey key = SessionIdentifier.identify(ACME, evidence).key();
    assertThat(SessionIdentifier.identify(new ClientScope("acme", "mobile", "al"), evidence).key())
        .isEqualTo(key);
    assertThat(SessionIdentifier.identify(new ClientScope("other", "web", null), evidence).key())
        .isNotEqualTo(key);
  }

  @Test
  void theSameIdFromAnyCredentialPinningSourceIsTheSameSession() {
    SessionKey key = key("option", "s1");
    for (Place place : PLACES) {
      String value = place.name().equals("metadata") ? "{\"session_id\":\"s1\"}" : "s1";
      boolean same = key(place.name(), value).equals(key);
      assertThat(same).as(place.name()).isEqualTo(place.pinsCredential());
    }
  }

  @Test
  void anIdAndTheSameTextAsPromptCacheKeyAreSeparateSessions() {
    assertThat(key("prompt_cache_key", "s1")).isNotEqualTo(key("x-session-id", "s1"));
  }

  @Test
  void anIdThatLooksLikeAFingerprintIsNotTheFingerprintsSession() {
    SessionKey fingerprint = identify(new Request()).key();
    assertThat(key("option", FINGERPRINT)).isNotEqualTo(fingerprint);
    assertThat(key("prompt_cache_key", FINGERPRINT)).isNotEqualTo(fingerprint);
  }

  @Test
  void noIdStandsInItsKey() {
    assertThat(key("option", "sess_8f3KQ2").hex()).matches("[0-9a-f]{64}");
  }

  @Test
  void keysAreTheSameOverReleases() {
    assertThat(key("option", "s1").hex())
        .isEqualTo("9a2d42d46a420f6c24583e8f5aa8fc7529ed8c5ec2a4453a4648143d4a66958f");
  }

  @Test
  void aCredentialPinningSessionIsSpreadByItsKeyAlone() {
    Request request = new Request().put("option", "s1");
    Session session = identify(request);
    assertThat(session.spreadSeed()).isEqualTo(session.key().head());
    assertThat(identify(request.fingerprint("f".repeat(32))).spreadSeed())
        .isEqualTo(session.spreadSeed());
  }

  @Test
  void aPromptCacheKeyIsSpreadByConversation() {
    Request request = new Request().put("prompt_cache_key", "label");
    Session one = identify(request);
    Session two = identify(request.fingerprint("f".repeat(32)));
    assertThat(two.key()).isEqualTo(one.key());
    assertThat(two.spreadSeed()).isNotEqualTo(one.spreadSeed());
  }

  @Test
  void aFingerprintIsSpreadByUser() {
    SessionEvidence evidence = new Request().evidence();
    Session one = SessionIdentifier.identify(new ClientScope("acme", "web", "alice"), evidence);
    Session two = SessionIdentifier.identify(new ClientScope("acme", "web", "bob"), evidence);
    assertThat(two.key()).isEqualTo(one.key());
    assertThat(two.spreadSeed()).isNotEqualTo(one.spreadSeed());
  }

  @Test
  void bothSyntaxesOfClaudeCodesUserIdGiveTheSameSession() {
    String json = "{\"device_id\":\"d1\",\"account_uuid\":\"\",\"session_id\":\"" + UUID + "\"}";
    String hex = "ab".repeat(32);
    Session session = identify(new Request().put("metadata", json));
    assertThat(session.id()).isEqualTo(UUID);
    assertThat(identify(new Request().put("metadata", underscored(hex, "")))).isEqualTo(session);
    assertThat(identify(new Request().put("metadata", underscored(hex, UUID)))).isEqualTo(session);
    assertThat(identify(new Request().put("x-claude-code-session-id", UUID))).isEqualTo(session);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "user-123",
        "user_ab_account__session_8d4c1f6e-0a4b-4c57-9f0e-2b8f8e1f7a11",
        "{",
        "{}",
        "[]",
        "{\"session_id\"",
        "{\"session_id\":",
        "{\"session_id\":\"x",
        "{\"session_id\":\"x\"",
        "{\"session_id\":\"x\"}}",
        "{\"session_id\":\"x\",}",
        "{\"session_id\":\"x\\q\"}",
        "{\"session_id\":\"x\\u12\"}",
        "{\"session_id\":\"x\\",
        "{\"session_id\":42}",
        "{\"session_id\":null}",
        "{\"session_id\":\"  \"}",
        "{\"session_id\":{\"session_id\":\"x\"}}",
        "{\"a\":{\"session_id\":\"x\"}}",
        "{\"a\":]}",
        "{\"a\":,\"session_id\":\"x\"}",
        "{\"a\":[\"session_id\":\"x\"}",
        "{\"a\" \"b\"}",
        "{session_id:x}"
      })
  void aUserIdThatNamesNoSessionGivesNone(String userId) {
    assertThat(identify(new Request().put("metadata", userId)).source())
        .isEqualTo(SessionSource.FINGERPRINT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"session_id\":\"x1\"}",
        "  { \"session_id\" : \"x1\" }  ",
        "{\"device_id\":\"d\",\"session_id\":\"x1\",\"n\":1.5e3}",
        "{\"a\":{\"b\":[1,{\"c\":\"}]\\\"\"}]},\"session_id\":\"x1\"}",
        "{\"a\":true,\"b\":null,\"session_id\":\"\\u00781\"}",
        "{\"session_id\":\"x1\",\"a\":[]}"
      })
  void theJsonSyntaxIsReadWhateverStandsBesideTheSession(String userId) {
    assertThat(identify(new Request().put("metadata", userId)).id()).isEqualTo("x1");
  }

  private static String underscored(String hex, String account) {
    return "user_" + hex + "_account_" + account + "_session_" + UUID;
  }

  private static SessionKey key(String place, String value) {
    return identify(new Request().put(place, value)).key();
  }

  private static Session identify(Request request) {
    return SessionIdentifier.identify(ACME, request.evidence());
  }

  /** A request that names its session in some places. */
  private static final class Request {
    private static final List<String> FIELDS =
        List.of("option", "field", "prompt_cache_key", "metadata");

    private final Map<String, String> values = new HashMap<>();
    private String fingerprint = FINGERPRINT;

    Request put(String place, String value) {
      values.put(place, value);
      return this;
    }

    Request fingerprint(String value) {
      fingerprint = value;
      return this;
    }

    SessionEvidence evidence() {
      return new SessionEvidence(
          name -> FIELDS.contains(name) ? null : values.get(name),
          value("option"),
          value("field"),
          value("prompt_cache_key"),
          value("metadata"),
          () -> fingerprint);
    }

    private @Nullable String value(String field) {
      return values.get(field);
    }
  }
}
