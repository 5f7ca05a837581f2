package dev.mooring.gateway.config;

/**
 * The management listener.
 *
 * @param token the bearer token it asks for; empty for none
 * @param openAccess {@code auth: none} is written out: no token off loopback
 */
public record ManagementConfig(String host, int port, String token, boolean openAccess) {
  @Override
  public String toString() {
    return "ManagementConfig[host=%s, port=%d, token=%s, openAccess=%s]"
        .formatted(host, port, token.isEmpty() ? "none" : "***", openAccess);
  }
}
