package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.RequestReader;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads requests of Messages. */
public final class MessagesRequestReader implements RequestReader {

  @Override
  public ModelRequest read(byte[] body, WarningSink warnings) {
    JsonField root = JsonField.body(body);
    List<Message> messages = new ArrayList<>();
    if (root.get("system").isText()) {
      messages.add(Message.text(Message.Role.SYSTEM, root.get("system").required()));
    }
    for (JsonField message : root.get("messages").items()) {
      Message.Role role =
          message.get("role").is("user") ? Message.Role.USER : Message.Role.ASSISTANT;
      JsonField content = message.get("content");
      if (content.isText()) {
        messages.add(Message.text(role, content.required()));
      } else {
        for (JsonField block : content.items()) {
          if (block.get("type").is("text")) {
            messages.add(Message.text(role, block.get("text").required()));
          }
        }
      }
    }
    return new ModelRequest(
        List.copyOf(messages),
        List.of(),
        null,
        null,
        new Sampling(root.get("max_tokens").whole(), null, null, null, null, null, null, List.of()),
        null,
        null,
        Boolean.TRUE.equals(root.get("stream").flag()),
        null,
        null,
        null,
        null,
        Map.of());
  }
}
