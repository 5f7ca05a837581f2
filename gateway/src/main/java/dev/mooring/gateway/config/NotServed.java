package dev.mooring.gateway.config;

import java.util.Set;

/**
 * What the contract's configuration has and this version does not serve yet: refused by name, since
 * a field that is silently ignored is a promise broken. What comes to be served is deleted here.
 */
final class NotServed {
  /** Fields, by path without the numbers of list items. */
  static final Set<String> FIELDS = Set.of();

  /** Values of {@code providers[].type}. */
  static final Set<String> PROVIDER_TYPES =
      Set.of("azure", "bedrock", "google", "vertex", "deepseek", "alibaba", "moonshot");

  private NotServed() {}

  /** Whether a path, such as {@code teams[0].keys[1].budget}, is one of the fields. */
  static boolean field(String path) {
    return FIELDS.contains(path.replaceAll("\\[\\d+\\]", "[]"));
  }
}
