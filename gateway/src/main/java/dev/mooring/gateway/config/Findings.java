package dev.mooring.gateway.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The faults and warnings found in one file so far. */
final class Findings {
  private final String file;
  private final Set<ConfigError> errors = new LinkedHashSet<>();
  private final List<String> warnings = new ArrayList<>();

  Findings(String file) {
    this.file = file;
  }

  /** Adds a fault of a field; once, however often it is found. */
  void error(int line, String path, String message) {
    errors.add(new ConfigError(file, line, path, message));
  }

  /** Adds what an operator should know of a field though it was put right. */
  void warning(int line, String path, String message) {
    warnings.add(new ConfigError(file, line, path, message).toString());
  }

  /** The faults in the order of their lines. */
  List<ConfigError> errors() {
    return errors.stream().sorted(Comparator.comparingInt(ConfigError::line)).toList();
  }

  /** The warnings as they were found. */
  List<String> warnings() {
    return List.copyOf(warnings);
  }
}
