package dev.mooring.gateway.translate.model;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The media types of files, for providers that want one where the caller's format does not say. */
public final class MediaTypes {
  /** How files begin, in base64. */
  private static final Map<String, String> STARTS =
      Map.of(
          "iVBORw0KGgo", "image/png",
          "/9j/", "image/jpeg",
          "R0lGOD", "image/gif",
          "UklGR", "image/webp",
          "JVBERi0", "application/pdf");

  private static final Map<String, String> ENDINGS =
      Map.ofEntries(
          Map.entry("png", "image/png"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("gif", "image/gif"),
          Map.entry("webp", "image/webp"),
          Map.entry("heic", "image/heic"),
          Map.entry("pdf", "application/pdf"),
          Map.entry("txt", "text/plain"),
          Map.entry("md", "text/markdown"),
          Map.entry("csv", "text/csv"),
          Map.entry("html", "text/html"),
          Map.entry("mp3", "audio/mpeg"),
          Map.entry("wav", "audio/wav"),
          Map.entry("mp4", "video/mp4"),
          Map.entry("mov", "video/quicktime"),
          Map.entry("webm", "video/webm"));

  private MediaTypes() {}

  /**
   * The media type that is said, or else told by the file's first bytes, its name or the end of its
   * URL; as it is said, for example {@code image/*}, where none of them tells.
   */
  public static String of(Part.Media media) {
    String said = media.mediaType();
    if (!said.isEmpty() && !said.endsWith("*") && !said.equals("application/octet-stream")) {
      return said;
    }
    String told = null;
    if (media.source() instanceof Part.Media.Source.Data data) {
      told = byStart(data.base64());
    } else if (media.source() instanceof Part.Media.Source.Url url) {
      told = byEnding(path(url.url()));
    } else if (media.source() instanceof Part.Media.Source.PlainText) {
      told = "text/plain";
    }
    if (told == null && media.name() != null) {
      told = byEnding(media.name());
    }
    return told == null ? said : told;
  }

  private static @Nullable String byStart(String base64) {
    for (Map.Entry<String, String> start : STARTS.entrySet()) {
      if (base64.startsWith(start.getKey())) {
        return start.getValue();
      }
    }
    return null;
  }

  private static @Nullable String byEnding(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? null : ENDINGS.get(name.substring(dot + 1).toLowerCase(Locale.ROOT));
  }

  /** A URL without what follows its path. */
  private static String path(String url) {
    int query = url.indexOf('?');
    int fragment = url.indexOf('#');
    int end = Math.min(query < 0 ? url.length() : query, fragment < 0 ? url.length() : fragment);
    return url.substring(0, end);
  }
}
