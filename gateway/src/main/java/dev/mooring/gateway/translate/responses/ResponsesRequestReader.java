package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.RequestReader;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads requests of the Responses API. */
public final class ResponsesRequestReader implements RequestReader {

  @Override
  public ModelRequest read(byte[] body, WarningSink warnings) {
    JsonNode root = parse(body);
    List<Message> messages = new ArrayList<>();
    if (root.path("instructions").isTextual()) {
      messages.add(Message.text(Message.Role.SYSTEM, root.path("instructions").textValue()));
    }
    if (root.path("input").isTextual()) {
      messages.add(Message.text(Message.Role.USER, root.path("input").textValue()));
    }
    return new ModelRequest(
        List.copyOf(messages),
        List.of(),
        null,
        null,
        Sampling.NONE,
        null,
        null,
        root.path("stream").asBoolean(),
        null,
        null,
        null,
        null,
        Map.of());
  }

  private static JsonNode parse(byte[] body) {
    try {
      return Json.read(body);
    } catch (IOException e) {
      throw new InvalidRequestException(null, "the body is not valid JSON");
    }
  }
}
