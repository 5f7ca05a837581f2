package dev.mooring.gateway.config;

/**
 * The log.
 *
 * @param format how a line looks
 * @param sessionIds whether the record and the log hold session IDs in clear, beside their hashes
 * @param trail whether each turn leaves a line with its way through routing
 */
public record LoggingConfig(Format format, boolean sessionIds, boolean trail) {
  /** The forms of a line. */
  public enum Format {
    TEXT,
    JSON
  }
}
