package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.Part;

/** An image that the provider made. */
final class ReadImage extends ReadItem {
  private final AnswerTelling answer;

  ReadImage(AnswerTelling answer) {
    this.answer = answer;
  }

  @Override
  void complete(JsonNode item) {
    String base64 = item.path("result").textValue();
    if (base64 == null || base64.isEmpty()) {
      return;
    }
    int part = answer.newPart();
    String type = "image/" + item.path("output_format").asText("png");
    answer
        .sink()
        .media(part, new Part.Media(type, new Part.Media.Source.Data(base64), null, null, null));
    answer.sink().close(part);
  }
}
