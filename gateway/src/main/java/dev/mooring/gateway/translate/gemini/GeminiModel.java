package dev.mooring.gateway.translate.gemini;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a model's name tells of what it takes. A Gemini without a version, such as an alias for the
 * latest, is taken for the newest.
 *
 * @param version for example 205 for 2.5; 0 for what is no Gemini
 * @param family the name after the version, for example {@code flash-lite}
 */
record GeminiModel(int version, String family) {
  private static final Pattern VERSIONED =
      Pattern.compile("gemini-(\\d{1,3})(?:\\.(\\d{1,2}))?(?:-(.*))?");
  private static final Pattern FIRST = Pattern.compile("gemini-pro(-vision)?");
  private static final int NEWEST = 99_900;

  /** The model of a name, which may be a path that ends in it. */
  static GeminiModel of(String name) {
    String last = name.substring(name.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    Matcher versioned = VERSIONED.matcher(last);
    if (versioned.matches()) {
      String minor = versioned.group(2);
      String rest = versioned.group(3);
      int version =
          Integer.parseInt(versioned.group(1)) * 100
              + (minor == null ? 0 : Integer.parseInt(minor));
      return new GeminiModel(version, rest == null ? "" : rest);
    }
    if (last.startsWith("gemini-")) {
      return new GeminiModel(
          FIRST.matcher(last).matches() ? 100 : NEWEST, last.substring("gemini-".length()));
    }
    return new GeminiModel(0, last);
  }

  /** Whether it is of the third generation or later. */
  boolean third() {
    return version >= 300;
  }

  /** Whether its thinking is set by a level. */
  boolean takesLevel() {
    return third();
  }

  /** Whether its thinking is set by a number of tokens. */
  boolean takesBudget() {
    return version >= 205 && version < 300;
  }

  /** Whether it is one of the large ones, which cannot but think. */
  boolean pro() {
    return family.startsWith("pro");
  }

  /** Whether it is one of the smallest. */
  boolean lite() {
    return family.startsWith("flash-lite");
  }

  /** Whether it has no place for a system prompt. */
  boolean withoutSystem() {
    return family.startsWith("gemma");
  }

  /** The least that it can think: {@code minimal} or {@code low}. */
  String lowestLevel() {
    return pro() || (!lite() && version >= 307) ? "low" : "minimal";
  }
}
