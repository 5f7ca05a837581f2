package dev.mooring.gateway.config;

import org.jspecify.annotations.Nullable;

/**
 * How connections to {@code rediss://} addresses are secured; the files are PEM.
 *
 * @param verify how much of the server's certificate is checked
 * @param caFile the authorities that are trusted; null for the virtual machine's
 * @param certificateFile the gateway's own certificate chain; null for none
 * @param keyFile the private key of it; null for none
 */
public record RedisTlsConfig(
    Verify verify,
    @Nullable String caFile,
    @Nullable String certificateFile,
    @Nullable String keyFile) {
  /** How much of a server's certificate is checked. */
  public enum Verify {
    /** Its authority and its name. */
    FULL,
    /** Its authority only. */
    CA,
    /** Nothing. */
    NONE
  }
}
