package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.MediaTypes;
import dev.mooring.gateway.translate.model.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Images, documents, audio and video, as Converse takes them: the bytes or a place in S3. */
final class ConverseFiles {
  private static final Map<String, String> IMAGES =
      Map.of(
          "image/png", "png",
          "image/jpeg", "jpeg",
          "image/jpg", "jpeg",
          "image/gif", "gif",
          "image/webp", "webp");
  private static final Map<String, String> DOCUMENTS =
      Map.ofEntries(
          Map.entry("application/pdf", "pdf"),
          Map.entry("text/csv", "csv"),
          Map.entry("application/msword", "doc"),
          Map.entry(
              "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
          Map.entry("application/vnd.ms-excel", "xls"),
          Map.entry("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
          Map.entry("text/html", "html"),
          Map.entry("text/markdown", "md"),
          Map.entry("application/json", "txt"));
  private static final Map<String, String> AUDIO =
      Map.ofEntries(
          Map.entry("audio/mpeg", "mp3"),
          Map.entry("audio/mp3", "mp3"),
          Map.entry("audio/wav", "wav"),
          Map.entry("audio/x-wav", "wav"),
          Map.entry("audio/flac", "flac"),
          Map.entry("audio/aac", "aac"),
          Map.entry("audio/ogg", "ogg"),
          Map.entry("audio/opus", "opus"),
          Map.entry("audio/mp4", "mp4"),
          Map.entry("audio/webm", "webm"));
  private static final Map<String, String> VIDEOS =
      Map.ofEntries(
          Map.entry("video/mp4", "mp4"),
          Map.entry("video/quicktime", "mov"),
          Map.entry("video/x-matroska", "mkv"),
          Map.entry("video/webm", "webm"),
          Map.entry("video/x-flv", "flv"),
          Map.entry("video/mpeg", "mpeg"),
          Map.entry("video/x-ms-wmv", "wmv"),
          Map.entry("video/3gpp", "three_gp"));
  private static final Pattern ENDING = Pattern.compile("\\.[A-Za-z0-9]{1,5}$");
  private static final Pattern REFUSED = Pattern.compile("[^A-Za-z0-9 ()\\[\\]-]+");
  private static final int MAX_NAME = 190;

  /** The names of the documents so far, which must differ. */
  private final Set<String> names = new HashSet<>(0);

  /** Whether a file is a document: it must not stand in a message without text. */
  static boolean document(Part.Media media) {
    return kind(MediaTypes.of(media)).equals("document");
  }

  /** Writes the block of a file. */
  void write(Part.Media media, JsonGenerator json) throws IOException {
    checkReadable(media.source());
    String type = MediaTypes.of(media);
    String kind = kind(type);
    String format = format(kind, type);
    if (format == null) {
      throw new InvalidRequestException(
          "media_type", "media_type: Converse does not take " + (type.isEmpty() ? "this" : type));
    }
    json.writeStartObject();
    json.writeObjectFieldStart(kind);
    json.writeStringField("format", format);
    if (kind.equals("document")) {
      json.writeStringField("name", name(media.name()));
    }
    json.writeObjectFieldStart("source");
    source(media.source(), json);
    json.writeEndObject();
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void source(Part.Media.Source source, JsonGenerator json) throws IOException {
    if (source instanceof Part.Media.Source.Data data) {
      json.writeStringField("bytes", data.base64());
    } else if (source instanceof Part.Media.Source.PlainText text) {
      byte[] bytes = text.text().getBytes(StandardCharsets.UTF_8);
      json.writeStringField("bytes", Base64.getEncoder().encodeToString(bytes));
    } else if (source instanceof Part.Media.Source.Url url) {
      json.writeObjectFieldStart("s3Location");
      json.writeStringField("uri", url.url());
      json.writeEndObject();
    }
  }

  /** Refuses what Converse cannot get at, of whatever type it is. */
  private static void checkReadable(Part.Media.Source source) {
    if (source instanceof Part.Media.Source.Url url && !url.url().startsWith("s3://")) {
      throw new InvalidRequestException(
          "url", "url: Converse fetches no files; send the file's data, or an s3:// URL");
    }
    if (source instanceof Part.Media.Source.FileId) {
      throw new InvalidRequestException(
          "file_id", "file_id: Converse cannot read a file of another provider; send its data");
    }
  }

  private static String kind(String type) {
    int slash = type.indexOf('/');
    String top = slash < 0 ? "" : type.substring(0, slash);
    return top.equals("image") || top.equals("audio") || top.equals("video") ? top : "document";
  }

  private static @Nullable String format(String kind, String type) {
    return switch (kind) {
      case "image" -> IMAGES.get(type);
      case "audio" -> AUDIO.get(type);
      case "video" -> VIDEOS.get(type);
      default -> DOCUMENTS.getOrDefault(type, type.startsWith("text/") ? "txt" : null);
    };
  }

  /** A name that Converse takes and no other document has. */
  private String name(@Nullable String told) {
    String stem = ENDING.matcher(told == null ? "" : told).replaceFirst("");
    String name = REFUSED.matcher(stem).replaceAll("-").replaceAll(" {2,}", " ").strip();
    name = name.length() > MAX_NAME ? name.substring(0, MAX_NAME).strip() : name;
    name = name.isEmpty() ? "document" : name;
    String unique = name;
    for (int i = 2; !names.add(unique); i++) {
      unique = name + '-' + i;
    }
    return unique;
  }
}
