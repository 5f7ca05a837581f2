package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.FileUrl;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Part.Media.Source;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads files: tagged data (version 4), or a string that is base64, a URL or an id (before). */
final class FileReader {
  static final String UNKNOWN_TYPE = "application/octet-stream";

  private static final String FILE_ID = "file-";
  private static final String DATA_URL = "data:";

  private FileReader() {}

  /** Reads a part of type {@code file}, or {@code media} in a tool's result of version 2. */
  static Part.Media read(JsonField part, @Nullable CacheMark mark) {
    JsonField data = part.get("data");
    String detail =
        part.node().path("providerOptions").path("openai").path("imageDetail").textValue();
    Part.Media read =
        data.isText()
            ? ofText(data.required(), type(part, UNKNOWN_TYPE))
            : tagged(data, type(part, UNKNOWN_TYPE));
    return new Part.Media(
        read.mediaType(), read.source(), part.get("filename").text(), detail, mark);
  }

  /**
   * Reads a file that a tool's result of version 3 names by a field of its own.
   *
   * @param type the media type where the part does not say
   */
  static Part.Media read(JsonField part, String field, String type, @Nullable CacheMark mark) {
    String told = type(part, type);
    JsonField value = part.get(field);
    Part.Media read =
        field.equals("fileId") ? media(told, uploaded(value)) : ofText(value.required(), told);
    return new Part.Media(read.mediaType(), read.source(), part.get("filename").text(), null, mark);
  }

  private static Part.Media tagged(JsonField data, String type) {
    return switch (data.get("type").required()) {
      case "data" -> ofText(data.get("data").required(), type);
      case "url" -> ofText(data.get("url").required(), type);
      case "text" -> media(type, new Source.PlainText(data.get("text").required()));
      case "reference" -> media(type, uploaded(data.get("reference")));
      default -> throw data.get("type").wrong("data, url, text or reference");
    };
  }

  private static Part.Media ofText(String text, String type) {
    if (text.startsWith(DATA_URL)) {
      return dataUrl(text, type);
    }
    if (text.startsWith("https://") || text.startsWith("http://") || text.startsWith("gs://")) {
      return media(type, new Source.Url(text));
    }
    return media(type, text.startsWith(FILE_ID) ? new Source.FileId(text) : new Source.Data(text));
  }

  private static Part.Media dataUrl(String url, String type) {
    FileUrl read = FileUrl.read(url, type);
    boolean exact = !type.endsWith("/*") && !type.equals(UNKNOWN_TYPE);
    return media(exact ? type : read.mediaType(), read.source());
  }

  private static Part.Media media(String type, Source source) {
    return new Part.Media(type, source, null, null, null);
  }

  /** The id of an uploaded file, bare or by provider. */
  private static Source uploaded(JsonField reference) {
    JsonNode told = reference.node();
    JsonNode id = told.isObject() && !told.isEmpty() ? told.iterator().next() : told;
    if (!id.isTextual()) {
      throw reference.wrong("the id of an uploaded file");
    }
    return new Source.FileId(id.textValue());
  }

  /** The media type; version 4 may name its first half only. */
  private static String type(JsonField part, String otherwise) {
    String told = part.get("mediaType").text();
    if (told == null || told.isBlank()) {
      return otherwise;
    }
    String type = told.strip().toLowerCase(Locale.ROOT);
    return type.indexOf('/') < 0 ? type + "/*" : type;
  }
}
