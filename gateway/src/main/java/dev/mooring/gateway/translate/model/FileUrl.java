package dev.mooring.gateway.translate.model;

import dev.mooring.gateway.translate.model.Part.Media;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a file's URL says: where the file is, or, of a {@code data:} URL, the file itself.
 *
 * @param mediaType for example {@code image/png}
 */
public record FileUrl(String mediaType, Media.Source source) {
  private static final String DATA = "data:";
  private static final String BASE64 = ";base64";

  /**
   * Reads a URL.
   *
   * @param mediaType for one that does not say
   */
  public static FileUrl read(String url, String mediaType) {
    int comma = url.regionMatches(true, 0, DATA, 0, DATA.length()) ? url.indexOf(',') : -1;
    if (comma < 0) {
      return new FileUrl(mediaType, new Media.Source.Url(url));
    }
    String head = url.substring(DATA.length(), comma);
    int parameters = head.indexOf(';');
    String type = parameters < 0 ? head : head.substring(0, parameters);
    String data = url.substring(comma + 1);
    boolean base64 = head.toLowerCase(Locale.ROOT).endsWith(BASE64);
    return new FileUrl(
        type.isEmpty() ? mediaType : type.toLowerCase(Locale.ROOT),
        new Media.Source.Data(base64 ? data : base64(data)));
  }

  /** The {@code data:} URL of a file. */
  public static String of(String mediaType, Media.Source.Data data) {
    return DATA + mediaType + BASE64 + ',' + data.base64();
  }

  /** The file as a part. */
  public Media media(@Nullable String name, @Nullable String detail, @Nullable CacheMark cache) {
    return new Media(mediaType, source, name, detail, cache);
  }

  /** The base64 of what a {@code data:} URL has in letters and percent signs. */
  private static String base64(String letters) {
    String text = letters;
    try {
      text = URLDecoder.decode(letters.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // a percent sign that stands for itself
    }
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
