package dev.mooring.gateway.evaluate;

import java.util.Locale;

/** What kind of client sends a turn, which decides how the gateway learns of its session. */
public enum ClientKind {
  /** A coding agent: names its session in a header of its own. */
  AGENT,
  /** A chat application: sends a {@code prompt_cache_key}. */
  CHAT,
  /** A program around a shared template: names nothing. */
  TEMPLATE;

  /** Its name in files and reports. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
