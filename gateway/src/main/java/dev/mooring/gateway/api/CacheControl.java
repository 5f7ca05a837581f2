package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;

/** An Anthropic cache marker (docs.anthropic.com, "Prompt caching"). */
final class CacheControl {
  private CacheControl() {}

  /** Passes over a marker; whether it asks for a lifetime of one hour. */
  static boolean asksOneHour(JsonCursor json) {
    boolean oneHour = false;
    if (json.enters(JsonToken.START_OBJECT)) {
      while (json.nextField()) {
        if (json.name().equals("ttl")) {
          oneHour = "1h".equals(json.string());
        } else {
          json.skip();
        }
      }
    }
    return oneHour;
  }
}
