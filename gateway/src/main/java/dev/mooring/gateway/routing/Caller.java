package dev.mooring.gateway.routing;

import dev.mooring.affinity.ClientScope;
import dev.mooring.gateway.config.ClientKeyConfig;
import org.jspecify.annotations.Nullable;

/**
 * Who calls, after authentication.
 *
 * @param team the team's id; {@code default} where no teams are configured
 * @param key the client key; null where no teams are configured
 * @param user the user whom a trusted proxy named, or null
 */
public record Caller(String team, @Nullable ClientKeyConfig key, @Nullable String user) {
  /** The team of all callers where no teams are configured. */
  public static final String DEFAULT_TEAM = "default";

  /** The scope to which the caller's sessions belong. */
  public ClientScope scope() {
    return new ClientScope(team, key == null ? "" : key.id(), user);
  }
}
