package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Part;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads files: tagged data (version 4), or a string that is base64, a URL or an id (before). */
final class FileReader {
  private static final String FILE_ID = "file-";

  private FileReader() {}

  /** Reads a part of type {@code file}, or {@code media} in a tool's result of version 2. */
  static Part.Media read(Fields part, @Nullable CacheMark mark) {
    JsonNode data = part.get("data");
    String type = mediaType(part.stringOrNull("mediaType"));
    String name = part.stringOrNull("filename");
    String detail = part.get("providerOptions").path("openai").path("imageDetail").textValue();
    if (data.isTextual()) {
      return string(type, data.textValue(), name, detail, mark);
    }
    Fields tagged = part.object("data");
    if (tagged == null) {
      throw new InvalidRequestException(part.at("data"), part.at("data") + ": missing");
    }
    return switch (tagged.string("type")) {
      case "data" -> string(type, tagged.string("data"), name, detail, mark);
      case "url" -> string(type, tagged.string("url"), name, detail, mark);
      case "text" ->
          new Part.Media(
              type, new Part.Media.Source.PlainText(tagged.string("text")), name, detail, mark);
      case "reference" -> uploaded(type, tagged.get("reference"), tagged, name, detail, mark);
      default ->
          throw new InvalidRequestException(
              tagged.at("type"),
              tagged.at("type") + ": unknown (expected: data, url, text, reference)");
    };
  }

  /** Reads a file that a tool's result of version 3 names by a field of its own. */
  static Part.Media of(Fields part, String field, String type, @Nullable CacheMark mark) {
    JsonNode value = part.get(field);
    String name = part.stringOrNull("filename");
    String told = part.stringOrNull("mediaType");
    String media = told == null ? type : mediaType(told);
    if (field.equals("fileId")) {
      return uploaded(media, value, part, name, null, mark);
    }
    return string(media, part.string(field), name, null, mark);
  }

  private static Part.Media string(
      String type,
      String text,
      @Nullable String name,
      @Nullable String detail,
      @Nullable CacheMark mark) {
    if (text.startsWith("data:")) {
      return dataUrl(type, text, name, detail, mark);
    }
    Part.Media.Source source;
    if (text.startsWith("https://") || text.startsWith("http://") || text.startsWith("gs://")) {
      source = new Part.Media.Source.Url(text);
    } else if (text.startsWith(FILE_ID)) {
      source = new Part.Media.Source.FileId(text);
    } else {
      source = new Part.Media.Source.Data(text);
    }
    return new Part.Media(type, source, name, detail, mark);
  }

  private static Part.Media dataUrl(
      String type,
      String url,
      @Nullable String name,
      @Nullable String detail,
      @Nullable CacheMark mark) {
    int comma = url.indexOf(',');
    String head = comma < 0 ? "" : url.substring("data:".length(), comma);
    int end = head.indexOf(';');
    String told = end < 0 ? head : head.substring(0, end);
    boolean exact = !type.endsWith("/*") && !type.equals("application/octet-stream");
    return new Part.Media(
        exact || told.isEmpty() ? type : told,
        new Part.Media.Source.Data(url.substring(comma + 1)),
        name,
        detail,
        mark);
  }

  private static Part.Media uploaded(
      String type,
      JsonNode reference,
      Fields holder,
      @Nullable String name,
      @Nullable String detail,
      @Nullable CacheMark mark) {
    JsonNode id =
        reference.isObject() && !reference.isEmpty() ? reference.iterator().next() : reference;
    if (!id.isTextual()) {
      throw new InvalidRequestException(
          holder.path(), holder.path() + ": names no uploaded file (expected: a file id)");
    }
    return new Part.Media(type, new Part.Media.Source.FileId(id.textValue()), name, detail, mark);
  }

  /** The media type; version 4 may name its first half only. */
  private static String mediaType(@Nullable String told) {
    if (told == null || told.isBlank()) {
      return "application/octet-stream";
    }
    String type = told.strip().toLowerCase(Locale.ROOT);
    return type.indexOf('/') < 0 ? type + "/*" : type;
  }
}
