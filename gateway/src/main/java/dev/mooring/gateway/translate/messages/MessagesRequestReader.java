package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.RequestReader;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.WarnOnce;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.List;

/** Reads requests of Messages. */
public final class MessagesRequestReader implements RequestReader {

  @Override
  public ModelRequest read(byte[] body, WarningSink warnings) {
    JsonField root = JsonField.body(body);
    WarningSink once = new WarnOnce(warnings);
    return new ModelRequest(
        Conversation.read(root, once),
        ToolFields.tools(root, once),
        ToolFields.choice(root),
        ToolFields.parallel(root),
        sampling(root),
        ThinkingFields.reasoning(root),
        ThinkingFields.outputFormat(root),
        Boolean.TRUE.equals(root.get("stream").flag()),
        Contents.mark(root),
        null,
        null,
        root.get("metadata").get("user_id").text(),
        OwnOptions.read(root));
  }

  private static Sampling sampling(JsonField root) {
    List<String> stop = new ArrayList<>();
    root.get("stop_sequences").items().forEach(sequence -> stop.add(sequence.required()));
    return new Sampling(
        root.get("max_tokens").whole(),
        root.get("temperature").number(),
        root.get("top_p").number(),
        root.get("top_k").whole(),
        null,
        null,
        null,
        List.copyOf(stop));
  }
}
