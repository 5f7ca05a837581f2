package dev.mooring.gateway.config;

/**
 * One fault of a configuration: where it is, what it is and what to do.
 *
 * @param file the file's name as given; {@code environment} where variables were read
 * @param line from 1; 0 where the fault has no line
 * @param path the field, such as {@code providers[0].baseUrl}; empty for the file as a whole
 * @param message never holds the value of a secret
 */
public record ConfigError(String file, int line, String path, String message) {
  /** The fault on one line: {@code mooring.yaml:12: providers[0].baseUrl: …}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(file);
    if (line > 0) {
      text.append(':').append(line);
    }
    text.append(": ");
    if (!path.isEmpty()) {
      text.append(path).append(": ");
    }
    return text.append(message).toString();
  }
}
