package dev.mooring.affinity;

/**
 * Where a session's ID was found, in the order in which the sources are asked: the first that gives
 * a non-blank value wins (contract, section 4).
 */
public enum SessionSource {
  /** {@code providerOptions.gateway.sessionId}. */
  SESSION_OPTION(Kind.EXPLICIT, true),
  /** The body's top-level {@code session_id}. */
  SESSION_ID_FIELD(Kind.EXPLICIT, true),
  /** The {@code x-bf-session-id} header. */
  BF_SESSION_ID_HEADER(Kind.EXPLICIT, true),
  /** The {@code x-session-id} header. */
  SESSION_ID_HEADER(Kind.EXPLICIT, true),
  /** The {@code x-session-affinity} header. */
  SESSION_AFFINITY_HEADER(Kind.EXPLICIT, true),
  /** Codex's {@code session-id}, {@code session_id}, {@code thread-id}, {@code conversation_id}. */
  CODEX_HEADER(Kind.AGENT, true),
  /**
   * The body's {@code prompt_cache_key}: a label for a shared prefix rather than a conversation.
   */
  PROMPT_CACHE_KEY(Kind.EXPLICIT, false),
  /** Claude Code's session header, or the session in its {@code metadata.user_id}. */
  CLAUDE_CODE(Kind.AGENT, true),
  /** A hash of the conversation's opening. */
  FINGERPRINT(Kind.FINGERPRINT, false);

  private final Kind kind;
  private final boolean pinsCredential;

  SessionSource(Kind kind, boolean pinsCredential) {
    this.kind = kind;
    this.pinsCredential = pinsCredential;
  }

  /** What is reported as {@code clientSessionIdSource}. */
  public Kind kind() {
    return kind;
  }

  /** Whether a pin of this source names the credential beside the provider. */
  public boolean pinsCredential() {
    return pinsCredential;
  }

  /**
   * Whether the gateway found the session by itself; such sessions are pinned only where the model
   * caches and the prompt is long enough.
   */
  public boolean selfIdentified() {
    return kind != Kind.EXPLICIT;
  }

  /** The three kinds of sources that callers are told of. */
  public enum Kind {
    EXPLICIT("explicit"),
    AGENT("agent"),
    FINGERPRINT("fingerprint");

    private final String wireName;

    Kind(String wireName) {
      this.wireName = wireName;
    }

    /** The value on the wire, for example {@code explicit}. */
    public String wireName() {
      return wireName;
    }
  }
}
