package dev.mooring.gateway.translate.responses;

import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.FileUrl;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Part.Media;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the contents of messages and of tools' outputs. */
final class ContentReader {
  private ContentReader() {}

  /**
   * Reads a text, or a list of contents.
   *
   * @param mark a marker on all of it, which is then on the last part; or null
   */
  static List<Part> read(JsonField content, @Nullable CacheMark mark) {
    if (content.isText()) {
      return List.of(new Part.Text(content.required(), mark));
    }
    List<Part> parts = new ArrayList<>();
    List<JsonField> items = content.items();
    for (int i = 0; i < items.size(); i++) {
      CacheMark own = CacheFields.of(items.get(i));
      parts.add(part(items.get(i), own == null && i == items.size() - 1 ? mark : own));
    }
    return parts;
  }

  private static Part part(JsonField content, @Nullable CacheMark mark) {
    String type = content.get("type").required();
    return switch (type) {
      case "input_text", "output_text", "text", "summary_text" ->
          new Part.Text(content.get("text").required(), mark);
      case "refusal" -> new Part.Refusal(content.get("refusal").required());
      case "input_image" -> image(content, mark);
      case "input_file" -> file(content, mark);
      case "input_audio" -> audio(content.get("input_audio"), mark);
      default ->
          throw content
              .get("type")
              .wrong("input_text, output_text, refusal, input_image, input_file or input_audio");
    };
  }

  private static Media image(JsonField content, @Nullable CacheMark mark) {
    String detail = content.get("detail").text();
    String fileId = content.get("file_id").text();
    if (fileId != null) {
      return new Media("image/*", new Media.Source.FileId(fileId), null, detail, mark);
    }
    return FileUrl.read(content.get("image_url").required(), "image/*").media(null, detail, mark);
  }

  private static Media file(JsonField content, @Nullable CacheMark mark) {
    String name = content.get("filename").text();
    String type =
        name != null && !name.endsWith(".pdf") ? "application/octet-stream" : "application/pdf";
    String fileId = content.get("file_id").text();
    if (fileId != null) {
      return new Media(type, new Media.Source.FileId(fileId), name, null, mark);
    }
    String link = content.get("file_url").text();
    if (link != null) {
      return FileUrl.read(link, type).media(name, null, mark);
    }
    String data = content.get("file_data").required();
    FileUrl url = FileUrl.read(data, type);
    return url.source() instanceof Media.Source.Url
        ? new Media(type, new Media.Source.Data(data), name, null, mark)
        : url.media(name, null, mark);
  }

  private static Media audio(JsonField audio, @Nullable CacheMark mark) {
    String format = audio.get("format").required();
    String type = "audio/" + (format.equals("mp3") ? "mpeg" : format);
    return new Media(type, new Media.Source.Data(audio.get("data").required()), null, null, mark);
  }
}
