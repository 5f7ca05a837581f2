package dev.mooring.gateway.translate.responses;

import dev.mooring.gateway.translate.model.Part.Media.Source;
import java.util.Locale;

/** A URL of a file; a {@code data:} URL is the file itself. */
record Urls(String mediaType, Source source) {
  private static final String BASE64 = ";base64,";

  /**
   * Reads a URL.
   *
   * @param mediaType for one that does not say
   */
  static Urls read(String url, String mediaType) {
    int data = url.indexOf(BASE64);
    if (!url.regionMatches(true, 0, "data:", 0, 5) || data < 0) {
      return new Urls(mediaType, new Source.Url(url));
    }
    String type = url.substring(5, data).split(";", 2)[0].toLowerCase(Locale.ROOT);
    return new Urls(
        type.isEmpty() ? mediaType : type, new Source.Data(url.substring(data + BASE64.length())));
  }

  /** The {@code data:} URL of a file. */
  static String of(String mediaType, Source.Data data) {
    return "data:" + mediaType + BASE64 + data.base64();
  }
}
