package dev.mooring.gateway.provider;

/**
 * The field of a request's body by which a provider's own router keeps a session together.
 *
 * @param name for example {@code prompt_cache_key}
 * @param value what the session is called towards the account
 */
public record SessionField(String name, String value) {}
