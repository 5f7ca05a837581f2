package dev.mooring.affinity;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the session that a request belongs to: the first source that gives a non-blank value, and
 * the scope that the value counts in (contract, section 4).
 */
public final class SessionIdentifier {
  private static final int ID_CODE_POINTS = 256;
  private static final List<String> CODEX_HEADERS =
      List.of("session-id", "session_id", "thread-id", "conversation_id");

  /** What separates the same text from different sources; part of every key, so never changed. */
  private static final String CONVERSATION = "conversation";

  private static final String CACHE_KEY = "prompt_cache_key";
  private static final String FINGERPRINT = "fingerprint";
  private static final String SPREAD = "spread";

  private SessionIdentifier() {}

  /**
   * The session of a request. There always is one: the fingerprint is the last source.
   *
   * @param scope who calls
   * @param evidence what the request shows
   */
  public static Session identify(ClientScope scope, SessionEvidence evidence) {
    for (SessionSource source : SessionSource.values()) {
      String value = normalised(value(source, evidence));
      if (value != null) {
        return session(source, value, scope, evidence);
      }
    }
    throw new IllegalArgumentException("fingerprint: blank (expected: 32 hex characters)");
  }

  private static @Nullable String value(SessionSource source, SessionEvidence evidence) {
    return switch (source) {
      case SESSION_OPTION -> evidence.sessionOption();
      case SESSION_ID_FIELD -> evidence.sessionIdField();
      case BF_SESSION_ID_HEADER -> evidence.header().apply("x-bf-session-id");
      case SESSION_ID_HEADER -> evidence.header().apply("x-session-id");
      case SESSION_AFFINITY_HEADER -> evidence.header().apply("x-session-affinity");
      case CODEX_HEADER -> codexHeader(evidence);
      case PROMPT_CACHE_KEY -> evidence.promptCacheKey();
      case CLAUDE_CODE -> claudeCode(evidence);
      case FINGERPRINT -> evidence.fingerprint().get();
    };
  }

  private static @Nullable String codexHeader(SessionEvidence evidence) {
    for (String name : CODEX_HEADERS) {
      String value = evidence.header().apply(name);
      if (value != null && !value.isBlank()) {
        return value;
      }
    }
    return null;
  }

  private static @Nullable String claudeCode(SessionEvidence evidence) {
    String header = evidence.header().apply("x-claude-code-session-id");
    if (header != null && !header.isBlank()) {
      return header;
    }
    String userId = evidence.metadataUserId();
    return userId == null ? null : ClaudeCodeUserId.session(userId);
  }

  /** The value as an ID: trimmed, hashed where it is too long, null where it is blank. */
  private static @Nullable String normalised(@Nullable String value) {
    if (value == null || value.isBlank()) {
      return null;
    }
    String trimmed = value.strip();
    boolean fits =
        trimmed.length() <= ID_CODE_POINTS
            || trimmed.codePointCount(0, trimmed.length()) <= ID_CODE_POINTS;
    return fits ? trimmed : Sha256.hex(trimmed);
  }

  private static Session session(
      SessionSource source, String id, ClientScope scope, SessionEvidence evidence) {
    String user = normalised(scope.user());
    SessionKey key = new SessionKey(key(source, id, scope, user));
    if (source.pinsCredential()) {
      return new Session(source, id, key, key.head());
    }
    String fingerprint = source == SessionSource.FINGERPRINT ? id : evidence.fingerprint().get();
    long spread =
        new FramedDigest().add(SPREAD).add(key.hex()).add(fingerprint).addNullable(user).head();
    return new Session(source, id, key, spread);
  }

  /**
   * The keys under which sessions of an ID may be kept, for whoever looks for one: as a
   * conversation's, as a cache label, as a fingerprint.
   *
   * @param id the ID as a client sent it, or as answers report it
   */
  public static List<SessionKey> keysOf(ClientScope scope, String id) {
    String normalised = normalised(id);
    if (normalised == null) {
      return List.of();
    }
    String user = normalised(scope.user());
    return Stream.of(
            SessionSource.SESSION_OPTION, SessionSource.PROMPT_CACHE_KEY, SessionSource.FINGERPRINT)
        .map(source -> new SessionKey(key(source, normalised, scope, user)))
        .toList();
  }

  private static String key(
      SessionSource source, String id, ClientScope scope, @Nullable String user) {
    if (source == SessionSource.FINGERPRINT) {
      return new FramedDigest().add(FINGERPRINT).add(scope.team()).add(id).hex();
    }
    return new FramedDigest()
        .add(source.pinsCredential() ? CONVERSATION : CACHE_KEY)
        .add(scope.team())
        .add(scope.clientKey())
        .addNullable(user)
        .add(id)
        .hex();
  }
}
