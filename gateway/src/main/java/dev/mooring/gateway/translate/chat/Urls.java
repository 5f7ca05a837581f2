package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Part;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Media as Chat has them: URLs, whose {@code data:} kind holds the bytes. */
final class Urls {
  private static final String BASE64 = ";base64,";

  private Urls() {}

  /**
   * Reads a URL.
   *
   * @param mediaType for a URL that does not say
   */
  static Part.Media media(
      String url,
      String mediaType,
      @Nullable String name,
      @Nullable String detail,
      @Nullable CacheMark cache) {
    int comma = url.indexOf(BASE64);
    if (!url.regionMatches(true, 0, "data:", 0, 5) || comma < 0) {
      return new Part.Media(mediaType, new Part.Media.Source.Url(url), name, detail, cache);
    }
    String type = url.substring(5, comma);
    int parameters = type.indexOf(';');
    type = parameters < 0 ? type : type.substring(0, parameters);
    return new Part.Media(
        type.isEmpty() ? mediaType : type.toLowerCase(Locale.ROOT),
        new Part.Media.Source.Data(url.substring(comma + BASE64.length())),
        name,
        detail,
        cache);
  }

  /** The {@code data:} URL of some bytes. */
  static String data(String mediaType, Part.Media.Source.Data data) {
    return "data:" + mediaType + BASE64 + data.base64();
  }
}
