package dev.mooring.affinity.cache;

/**
 * Where a prompt is cached.
 *
 * @param provider the provider's id
 * @param scope the cache scope of the credential
 * @param upstreamModel the model as the provider names it
 */
public record CacheHolder(String provider, String scope, String upstreamModel) {}
