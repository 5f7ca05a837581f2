package dev.mooring.affinity;

import org.jspecify.annotations.Nullable;

/**
 * Who calls. Explicit and agent sessions belong to the whole of it, fingerprints to the team alone
 * (contract, section 4, "Scope").
 *
 * @param team the tenant's id
 * @param clientKey the id of the client key within the team
 * @param user the user behind the key, as a trusted proxy names it, or null
 */
public record ClientScope(String team, String clientKey, @Nullable String user) {}
