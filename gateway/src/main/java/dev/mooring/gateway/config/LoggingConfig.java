package dev.mooring.gateway.config;

/**
 * The log.
 *
 * @param format how a line looks
 * @param sessionIds whether the record and the log hold session IDs in clear, beside their hashes
 */
public record LoggingConfig(Format format, boolean sessionIds) {
  /** The forms of a line. */
  public enum Format {
    TEXT,
    JSON
  }
}
