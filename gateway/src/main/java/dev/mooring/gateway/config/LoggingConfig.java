package dev.mooring.gateway.config;

/**
 * The log.
 *
 * @param format how a line looks
 */
public record LoggingConfig(Format format) {
  /** The forms of a line. */
  public enum Format {
    TEXT,
    JSON
  }
}
