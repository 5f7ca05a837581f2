package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.FileUrl;
import dev.mooring.gateway.translate.model.Part;

/** Images and sources in an answer. */
final class MediaFields {
  private MediaFields() {}

  /** Writes one of {@code images}. */
  static void image(EventText out, Part.Media media) {
    String url = "";
    if (media.source() instanceof Part.Media.Source.Data data) {
      url = FileUrl.of(media.mediaType(), data);
    } else if (media.source() instanceof Part.Media.Source.Url at) {
      url = at.url();
    }
    out.raw("{\"type\":\"image_url\",\"image_url\":{\"url\":").string(url).raw("}}");
  }

  /** Writes one of {@code annotations}. */
  static void citation(EventText out, Part.Source source) {
    String title = source.title();
    out.raw(
        "{\"type\":\"url_citation\",\"url_citation\":{\"start_index\":0,\"end_index\":0,\"url\":");
    out.string(source.url()).raw(",\"title\":").string(title == null ? "" : title).raw("}}");
  }
}
