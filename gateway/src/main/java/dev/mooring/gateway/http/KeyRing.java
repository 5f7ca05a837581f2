package dev.mooring.gateway.http;

import dev.mooring.affinity.Sha256;
import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.TeamConfig;
import dev.mooring.gateway.routing.Caller;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The client keys of a configuration, found by the hash of what a request presents. */
final class KeyRing {
  private static final String BEARER = "bearer ";

  private final Map<String, Entry> byHash = new HashMap<>();
  private final boolean open;

  KeyRing(List<TeamConfig> teams) {
    this.open = teams.isEmpty();
    for (TeamConfig team : teams) {
      for (ClientKeyConfig key : team.keys()) {
        byHash.put(key.secretHash(), new Entry(team.id(), key));
      }
    }
  }

  private record Entry(String team, ClientKeyConfig key) {}

  /** Who sends a request, at a time. */
  Identity identify(MultiMap headers, Instant now) {
    if (open) {
      return new Identity.Known(new Caller(Caller.DEFAULT_TEAM, null, null));
    }
    Entry entry = find(bearer(headers.get(HttpHeaders.AUTHORIZATION)));
    if (entry == null) {
      entry = find(headers.get("x-api-key"));
    }
    if (entry == null) {
      return new Identity.Refused(ApiError.unknownKey());
    }
    ClientKeyConfig key = entry.key();
    if (!key.active()) {
      return new Identity.Refused(ApiError.inactiveKey());
    }
    Instant expires = key.expires();
    if (expires != null && !now.isBefore(expires)) {
      return new Identity.Refused(ApiError.expiredKey());
    }
    return new Identity.Known(new Caller(entry.team(), key, user(key, headers)));
  }

  private @Nullable Entry find(@Nullable String secret) {
    return secret == null || secret.isBlank() ? null : byHash.get(Sha256.hex(secret.strip()));
  }

  private static @Nullable String user(ClientKeyConfig key, MultiMap headers) {
    String header = key.userHeader();
    String user = header == null ? null : headers.get(header);
    return user == null || user.isBlank() ? null : user.strip();
  }

  private static @Nullable String bearer(@Nullable String authorization) {
    if (authorization == null
        || !authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return null;
    }
    return authorization.substring(BEARER.length());
  }
}
