package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.FileUrl;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Part;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the {@code content} of a message: a text, or a list of parts. */
final class ContentReader {
  private ContentReader() {}

  /** The parts; none where the content is absent. */
  static List<Part> read(JsonField content) {
    List<Part> parts = new ArrayList<>();
    if (content.isText()) {
      parts.add(new Part.Text(content.required(), null));
      return parts;
    }
    for (JsonField item : content.items()) {
      parts.add(part(item));
    }
    return parts;
  }

  private static Part part(JsonField item) {
    CacheMark mark = CacheFields.mark(item);
    String type = item.get("type").required();
    return switch (type) {
      case "text" -> new Part.Text(item.get("text").required(), mark);
      case "refusal" -> new Part.Refusal(item.get("refusal").required());
      case "image_url" -> image(item.get("image_url"), mark);
      case "video_url" ->
          FileUrl.read(item.get("video_url").get("url").required(), "video/*")
              .media(null, null, mark);
      case "input_audio" -> audio(item.get("input_audio"), mark);
      case "file" -> file(item.get("file"), mark);
      case "thinking" -> thinking(item.get("thinking"));
      default ->
          throw new InvalidRequestException(
              item.get("type").path(),
              item.get("type").path() + ": '" + type + "' cannot be sent to this model's provider");
    };
  }

  /** An image; some callers write its URL alone. */
  private static Part image(JsonField image, @Nullable CacheMark mark) {
    JsonField url = image.isText() ? image : image.get("url");
    String detail = image.isText() ? null : image.get("detail").text();
    return FileUrl.read(url.required(), "image/*").media(null, detail, mark);
  }

  private static Part audio(JsonField audio, @Nullable CacheMark mark) {
    String format = audio.get("format").required();
    return new Part.Media(
        "audio/" + (format.equals("mp3") ? "mpeg" : format),
        new Part.Media.Source.Data(audio.get("data").required()),
        null,
        null,
        mark);
  }

  /** A file: its bytes, a URL (OpenRouter), or the id under which it was uploaded. */
  private static Part file(JsonField file, @Nullable CacheMark mark) {
    String name = file.get("filename").text();
    String id = file.get("file_id").text();
    if (id != null) {
      return new Part.Media(
          "application/octet-stream", new Part.Media.Source.FileId(id), name, null, mark);
    }
    return FileUrl.read(file.get("file_data").required(), "application/pdf")
        .media(name, null, mark);
  }

  /** Mistral's thoughts. */
  private static Part thinking(JsonField thinking) {
    StringBuilder text = new StringBuilder();
    for (JsonField piece : thinking.items()) {
      text.append(piece.get("text").required());
    }
    return new Part.Reasoning(text.toString(), null);
  }
}
