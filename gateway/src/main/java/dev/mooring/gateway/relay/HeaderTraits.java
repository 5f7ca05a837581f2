package dev.mooring.gateway.relay;

import dev.mooring.gateway.config.CredentialHeader;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a header's name alone decides of where it may go. Found once for a name as it is spelt: the
 * same clients send the same few.
 *
 * @param name in lower case
 * @param upstream whether it may go to a provider at all
 * @param caller whether it may go to the caller
 * @param session whether it names a session, and so goes only to the provider that wants it
 */
record HeaderTraits(String name, boolean upstream, boolean caller, boolean session) {
  /** How many spellings are remembered; beyond them each is looked at anew. */
  private static final int MOST_KNOWN = 1_024;

  /** Longer names are not remembered: callers choose them. */
  private static final int LONGEST_KNOWN = 64;

  private static final ConcurrentHashMap<String, HeaderTraits> KNOWN = new ConcurrentHashMap<>();

  private static final Set<String> HOP_BY_HOP =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");
  private static final Set<String> REQUEST_ONLY =
      Set.of(
          "host",
          "content-length",
          "content-encoding",
          "accept-encoding",
          "expect",
          "openai-organization",
          "openai-project",
          "chatgpt-account-id",
          "forwarded",
          "x-real-ip");
  private static final Set<String> OF_OUR_BYTES = Set.of("content-length", "content-encoding");
  private static final Set<String> SESSION_NAMES =
      Set.of(
          "x-client-request-id",
          "x-interaction-id",
          "x-task-id",
          "x-roo-task-id",
          "x-kilocode-taskid",
          "x-openwebui-chat-id",
          "x-coder-chat-id",
          "x-mux-workspace-id",
          "x-opencode-session",
          "x-grok-conv-id");
  private static final Set<String> SESSION_NOUNS = Set.of("session", "thread", "conversation");
  private static final Set<String> FOR_EVERY_PROVIDER =
      Set.of("x-session-id", "x-session-affinity");
  private static final String CODEX_PREFIX = "x-codex-";
  private static final String OUR_PREFIX = "x-mooring-";
  private static final List<String> GATEWAY_PREFIXES =
      List.of(OUR_PREFIX, "x-bf-", "x-forwarded-", "x-portkey-");

  /** What the name of a header decides, in whatever case it is spelt. */
  static HeaderTraits of(String spelt) {
    HeaderTraits known = KNOWN.get(spelt);
    if (known == null) {
      known = read(spelt.toLowerCase(Locale.ROOT));
      if (spelt.length() <= LONGEST_KNOWN && KNOWN.size() < MOST_KNOWN) {
        KNOWN.put(spelt, known);
      }
    }
    return known;
  }

  /** How many spellings are remembered. */
  static int known() {
    return KNOWN.size();
  }

  private static HeaderTraits read(String name) {
    boolean hop = HOP_BY_HOP.contains(name);
    return new HeaderTraits(
        name,
        !hop && !REQUEST_ONLY.contains(name) && !CredentialHeader.is(name) && !gateways(name),
        !hop && !OF_OUR_BYTES.contains(name) && !name.startsWith(OUR_PREFIX),
        namesSession(name));
  }

  private static boolean gateways(String name) {
    return GATEWAY_PREFIXES.stream().anyMatch(name::startsWith);
  }

  /** Whether a header names a session and is not one of those that go to every provider. */
  private static boolean namesSession(String name) {
    if (FOR_EVERY_PROVIDER.contains(name) || name.startsWith(CODEX_PREFIX)) {
      return false;
    }
    return SESSION_NAMES.contains(name) || endsLikeASession(name);
  }

  private static boolean endsLikeASession(String name) {
    if (!name.endsWith("-id") && !name.endsWith("_id")) {
      return false;
    }
    String rest = name.substring(0, name.length() - "-id".length());
    return SESSION_NOUNS.stream().anyMatch(rest::endsWith);
  }
}
