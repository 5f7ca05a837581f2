package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.Part;
import java.io.IOException;

/** An image that the model made, as the {@code image_generation_call} that gives it. */
final class ImageItem extends OutputItem {
  private final Part.Media image;

  ImageItem(String id, int index, Part.Media image) {
    super(id, index);
    this.image = image;
  }

  @Override
  void opened(AnswerEvents events) {}

  @Override
  void closing(AnswerEvents events) {}

  @Override
  void members(JsonGenerator json, boolean whole) throws IOException {
    json.writeStringField("type", "image_generation_call");
    status(json);
    json.writeStringField("output_format", image.mediaType().substring("image/".length()));
    if (whole && image.source() instanceof Part.Media.Source.Data data) {
      json.writeStringField("result", data.base64());
    } else {
      json.writeNullField("result");
    }
  }
}
