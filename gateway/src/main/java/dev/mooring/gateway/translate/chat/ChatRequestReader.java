package dev.mooring.gateway.translate.chat;

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

/** Reads requests of Chat Completions. */
public final class ChatRequestReader implements RequestReader {

  /** A reader. */
  public ChatRequestReader() {}

  @Override
  public ModelRequest read(byte[] body, WarningSink warnings) {
    JsonNode root;
    try {
      root = Json.read(body);
    } catch (IOException e) {
      throw new InvalidRequestException(null, "the body is no JSON");
    }
    List<Message> messages = new ArrayList<>();
    for (JsonNode message : root.path("messages")) {
      Message.Role role =
          switch (message.path("role").asText()) {
            case "system", "developer" -> Message.Role.SYSTEM;
            case "assistant" -> Message.Role.ASSISTANT;
            default -> Message.Role.USER;
          };
      messages.add(Message.text(role, message.path("content").asText()));
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
}
