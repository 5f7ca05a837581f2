package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.BodyShape;
import dev.mooring.gateway.config.CredentialHeader;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.provider.Provider;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which headers go on: all but those on a deny-list, both ways (contract, sections 3 and 4).
 *
 * <p>Of the headers that name a session only {@code x-session-id} and {@code x-session-affinity} go
 * to every provider, and {@code x-codex-*}, which is the state of a turn; the others only to the
 * provider whose own API wants them. A header that is named like a credential goes nowhere.
 */
final class HeaderPolicy {
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
  private static final Pattern SESSION_SUFFIX =
      Pattern.compile("(?:session|thread|conversation)[-_]id$");
  private static final Set<String> FOR_EVERY_PROVIDER =
      Set.of("x-session-id", "x-session-affinity");
  private static final String CODEX_PREFIX = "x-codex-";
  private static final List<String> OUR_PREFIXES =
      List.of("x-mooring-", "x-bf-", "x-forwarded-", "x-portkey-");

  private HeaderPolicy() {}

  /**
   * Copies a caller's headers to an upstream request.
   *
   * @param outbound what they go with: its body stands in for some of them, its format has others
   */
  static void toUpstream(
      MultiMap from,
      MultiMap to,
      Provider provider,
      Outbound outbound,
      @Nullable String userHeader) {
    Set<String> connection = connectionTokens(from);
    for (Map.Entry<String, String> header : from) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (HOP_BY_HOP.contains(name)
          || REQUEST_ONLY.contains(name)
          || connection.contains(name)
          || ours(name)
          || inBody(outbound.call().shape(), name)
          || (outbound.translated() && foreign(outbound.call().dialect(), name))
          || name.equalsIgnoreCase(userHeader)
          || CredentialHeader.is(name)
          || (namesSession(name) && !provider.wantsSessionHeader(name))) {
        continue;
      }
      to.add(header.getKey(), header.getValue());
    }
    to.set(HttpHeaders.ACCEPT_ENCODING, HttpHeaders.IDENTITY);
    String type = to.get(HttpHeaders.CONTENT_TYPE);
    if (type == null || type.isBlank()) {
      to.set(HttpHeaders.CONTENT_TYPE, CallerAnswer.JSON);
    }
  }

  /** Copies an upstream's headers to our answer; its length and coding are those of our bytes. */
  static void toCaller(MultiMap from, MultiMap to) {
    Set<String> connection = connectionTokens(from);
    for (Map.Entry<String, String> header : from) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (HOP_BY_HOP.contains(name)
          || connection.contains(name)
          || name.equals("content-length")
          || name.equals("content-encoding")
          || name.startsWith("x-mooring-")) {
        continue;
      }
      to.add(header.getKey(), header.getValue());
    }
  }

  /** Whether a header names a session and is not one of those that go to every provider. */
  private static boolean namesSession(String name) {
    if (FOR_EVERY_PROVIDER.contains(name) || name.startsWith(CODEX_PREFIX)) {
      return false;
    }
    return SESSION_NAMES.contains(name) || SESSION_SUFFIX.matcher(name).find();
  }

  /** Whether the body says what a header says elsewhere. */
  private static boolean inBody(BodyShape shape, String name) {
    return shape instanceof BodyShape.CloudMessages cloud
        && (name.equals("anthropic-version")
            || (cloud.betasInBody() && name.equals("anthropic-beta")));
  }

  /** Whether a header speaks of another format than a provider's; its own writer sets those. */
  private static boolean foreign(Dialect dialect, String name) {
    return name.equals("accept")
        || name.startsWith("ai-")
        || (name.startsWith("anthropic-") && dialect != Dialect.MESSAGES)
        || (name.startsWith("openai-") && dialect != Dialect.CHAT && dialect != Dialect.RESPONSES);
  }

  private static boolean ours(String name) {
    for (String prefix : OUR_PREFIXES) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private static Set<String> connectionTokens(MultiMap headers) {
    List<String> values = headers.getAll(HttpHeaders.CONNECTION);
    if (values.isEmpty()) {
      return Set.of();
    }
    Set<String> tokens = new HashSet<>();
    for (String value : values) {
      for (String token : value.split(",", -1)) {
        tokens.add(token.strip().toLowerCase(Locale.ROOT));
      }
    }
    return tokens;
  }
}
