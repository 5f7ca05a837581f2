package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.BodyShape;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.provider.Provider;
import dev.mooring.gateway.routing.PlanCandidate;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which headers go on: all but those on a deny-list, both ways (contract, sections 3 and 4).
 *
 * <p>Of the headers that name a session only {@code x-session-id} and {@code x-session-affinity} go
 * to every provider, and {@code x-codex-*}, which is the state of a turn; the others only to the
 * provider whose own API wants them. A header that is named like a credential goes nowhere.
 */
final class HeaderPolicy {
  private HeaderPolicy() {}

  /**
   * The headers of an upstream request: the caller's that may go on, and what the candidate's own
   * router is told.
   *
   * @param outbound what they go with: its body stands in for some of them, its format has others
   */
  static MultiMap upstream(Inbound inbound, PlanCandidate candidate, Outbound outbound) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    ClientKeyConfig key = inbound.caller().key();
    String userHeader = key == null ? null : key.userHeader();
    toUpstream(inbound.headers(), headers, candidate.upstream(), outbound, userHeader);
    if (outbound.session() != null) {
      candidate.upstream().tellSession(headers, outbound.session(), candidate.account());
    }
    return headers;
  }

  private static void toUpstream(
      MultiMap from,
      MultiMap to,
      Provider provider,
      Outbound outbound,
      @Nullable String userHeader) {
    Set<String> connection = connectionTokens(from);
    for (Map.Entry<String, String> header : from) {
      HeaderTraits traits = HeaderTraits.of(header.getKey());
      String name = traits.name();
      if (!traits.upstream()
          || connection.contains(name)
          || saidElsewhere(outbound, name)
          || name.equalsIgnoreCase(userHeader)
          || (traits.session() && !provider.wantsSessionHeader(name))) {
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
      HeaderTraits traits = HeaderTraits.of(header.getKey());
      if (traits.caller() && !connection.contains(traits.name())) {
        to.add(header.getKey(), header.getValue());
      }
    }
  }

  /** Whether the body, or the format that it is in, stands in for a header. */
  private static boolean saidElsewhere(Outbound outbound, String name) {
    return inBody(outbound.call().shape(), name)
        || (outbound.translated() && foreign(outbound.call().dialect(), name));
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

  /** The headers that go no further since {@code Connection} names them, in lower case. */
  private static Set<String> connectionTokens(MultiMap headers) {
    String first = headers.get(HttpHeaders.CONNECTION);
    if (first == null) {
      return Set.of();
    }
    Set<String> tokens = new HashSet<>(0);
    for (String value : headers.getAll(HttpHeaders.CONNECTION)) {
      if (value.equalsIgnoreCase("keep-alive") || value.equalsIgnoreCase("close")) {
        continue;
      }
      for (String token : value.split(",", -1)) {
        tokens.add(token.strip().toLowerCase(Locale.ROOT));
      }
    }
    return tokens;
  }
}
