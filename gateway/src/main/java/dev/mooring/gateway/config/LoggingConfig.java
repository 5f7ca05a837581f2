package dev.mooring.gateway.config;

/**
 * The log.
 *
 * @param format how a line looks
 * @param sessionIds whether session IDs are written as they are instead of hashed
 */
public record LoggingConfig(Format format, boolean sessionIds) {
  /** The forms of a line. */
  public enum Format {
    TEXT,
    JSON
  }
}
