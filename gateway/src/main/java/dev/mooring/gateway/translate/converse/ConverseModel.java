package dev.mooring.gateway.translate.converse;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a model's id tells of what it takes (AWS's pages on Converse, prompt caching and structured
 * output, 2026-10).
 *
 * @param vendor for example {@code anthropic}; empty where the id, such as one of a profile of the
 *     account's own, does not say
 * @param name the id after the vendor
 * @param claude the version of Claude, for example 405 for 4.5; 0 for other models
 */
record ConverseModel(String vendor, String name, int claude) {
  private static final Set<String> VENDORS =
      Set.of(
          "anthropic",
          "amazon",
          "meta",
          "mistral",
          "cohere",
          "ai21",
          "deepseek",
          "qwen",
          "openai",
          "google",
          "minimax",
          "moonshot",
          "moonshotai",
          "nvidia",
          "writer",
          "zai");
  private static final Set<String> ENFORCING =
      Set.of("qwen", "openai", "google", "minimax", "moonshot", "moonshotai", "nvidia");
  private static final List<String> ENFORCING_NAMES =
      List.of("v3", "mistral-large-3", "ministral", "magistral", "voxtral");
  private static final Pattern CLAUDE =
      Pattern.compile("claude-(?:[a-z]+-)?(\\d{1,2})(?:-(\\d{1,2})(?!\\d))?.*");

  /** The model of an id or ARN. */
  static ConverseModel of(String id) {
    String last = id.substring(id.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    String rest = last;
    for (int dot = rest.indexOf('.'); dot >= 0; dot = rest.indexOf('.')) {
      String segment = rest.substring(0, dot);
      rest = rest.substring(dot + 1);
      if (VENDORS.contains(segment)) {
        return new ConverseModel(segment, rest, version(rest));
      }
    }
    int version = version(last);
    return new ConverseModel(version > 0 ? "anthropic" : "", last, version);
  }

  /** Whether it is one of Anthropic's. */
  boolean isClaude() {
    return vendor.equals("anthropic");
  }

  /** Whether it is one of Amazon's Nova. */
  boolean isNova() {
    return vendor.equals("amazon") && name.startsWith("nova");
  }

  /** Whether it may take cache points. */
  boolean caches() {
    return isClaude() || isNova() || vendor.isEmpty();
  }

  /** Whether it may take cache points after tools. */
  boolean cachesTools() {
    return caches() && !isNova();
  }

  /** Whether its cache points may last an hour. */
  boolean cachesForAnHour() {
    return caches() && !isNova();
  }

  /** Whether it may be told that a tool failed. */
  boolean knowsStatus() {
    return caches();
  }

  /** Whether its answers can be held to a schema. */
  boolean enforcesSchemas() {
    return claude == 405
        || claude == 406
        || ENFORCING.contains(vendor)
        || ((vendor.equals("deepseek") || vendor.equals("mistral"))
            && ENFORCING_NAMES.stream().anyMatch(name::startsWith));
  }

  private static int version(String name) {
    Matcher matcher = CLAUDE.matcher(name);
    if (!matcher.matches()) {
      return 0;
    }
    String minor = matcher.group(2);
    return Integer.parseInt(matcher.group(1)) * 100 + (minor == null ? 0 : Integer.parseInt(minor));
  }
}
