package dev.mooring.gateway.translate.messages;

import java.util.Set;

/** What Anthropic's models make of a media type. */
enum MediaKind {
  IMAGE,
  PDF,
  /** Sent as the text that it is. */
  TEXT,
  /** Nothing. */
  OTHER;

  private static final Set<String> TEXTS =
      Set.of(
          "application/json",
          "application/xml",
          "application/yaml",
          "application/x-yaml",
          "application/javascript",
          "application/sql");

  /** The kind of a media type. */
  static MediaKind of(String mediaType) {
    if (mediaType.startsWith("image/")) {
      return IMAGE;
    }
    if (mediaType.startsWith("text/") || TEXTS.contains(mediaType)) {
      return TEXT;
    }
    return mediaType.equals("application/pdf") ? PDF : OTHER;
  }
}
