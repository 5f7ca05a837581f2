package dev.mooring.affinity;

import org.jspecify.annotations.Nullable;

/**
 * What a session remembers for one model: who holds its cache.
 *
 * @param provider the provider's id
 * @param upstreamModel the model as that provider names it
 * @param credential the credential's id, or for a caller's own credential {@link
 *     Credentials#byokId}; null when the pin names the provider only
 * @param version the stamp of the write that made this pin; unique to that write
 */
public record Pin(
    String provider, String upstreamModel, @Nullable String credential, long version) {

  /** Whether both name the same provider, upstream model and credential, whatever the version. */
  public boolean sameHolder(Pin other) {
    return provider.equals(other.provider)
        && upstreamModel.equals(other.upstreamModel)
        && (credential == null ? other.credential == null : credential.equals(other.credential));
  }
}
