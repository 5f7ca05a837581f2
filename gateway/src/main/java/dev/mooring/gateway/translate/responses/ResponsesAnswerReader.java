package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.translate.model.AnswerReader;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.StopReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads whole answers of the Responses API. */
public final class ResponsesAnswerReader implements AnswerReader {

  @Override
  public ModelAnswer read(byte[] body) {
    JsonNode response = parse(body);
    List<Part> parts = new ArrayList<>();
    for (JsonNode item : response.path("output")) {
      for (JsonNode content : item.path("content")) {
        if (content.path("text").isTextual()) {
          parts.add(new Part.Text(content.path("text").textValue(), null));
        }
      }
    }
    return new ModelAnswer(
        response.path("id").textValue(),
        response.path("model").textValue(),
        List.copyOf(parts),
        StopReason.END,
        null,
        UsageFields.read(response.get("usage")));
  }

  private static JsonNode parse(byte[] body) {
    try {
      return Json.read(body);
    } catch (IOException e) {
      throw new MalformedAnswerException("the provider's answer is not valid JSON");
    }
  }
}
