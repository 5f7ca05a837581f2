package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.RequestReader;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads requests of Chat Completions. */
public final class ChatRequestReader implements RequestReader {

  /** A reader. */
  public ChatRequestReader() {}

  @Override
  public ModelRequest read(byte[] bytes, WarningSink warnings) {
    JsonField body = JsonField.body(bytes);
    requireOneChoice(body.get("n"));
    ToolsReader tools = new ToolsReader(warnings);
    return new ModelRequest(
        new MessagesReader(warnings).read(body.get("messages")),
        tools.tools(body),
        tools.choice(body),
        body.get("parallel_tool_calls").flag(),
        sampling(body),
        ReasoningFields.read(body),
        format(body.get("response_format")),
        Boolean.TRUE.equals(body.get("stream").flag()),
        CacheFields.mark(body),
        body.get("prompt_cache_key").text(),
        body.get("prompt_cache_retention").text(),
        body.get("user").text(),
        ChatOptions.read(body));
  }

  private static void requireOneChoice(JsonField n) {
    Long choices = n.whole();
    if (choices != null && choices != 1) {
      throw new InvalidRequestException(
          "n", "n: only one choice can be had of this model's provider (expected: 1)");
    }
  }

  private static Sampling sampling(JsonField body) {
    JsonField limit = body.get("max_completion_tokens");
    return new Sampling(
        limit.present() ? limit.whole() : body.get("max_tokens").whole(),
        body.get("temperature").number(),
        body.get("top_p").number(),
        body.get("top_k").whole(),
        body.get("presence_penalty").number(),
        body.get("frequency_penalty").number(),
        body.get("seed").whole(),
        stop(body.get("stop")));
  }

  private static List<String> stop(JsonField stop) {
    if (stop.isText()) {
      return List.of(stop.required());
    }
    List<String> sequences = new ArrayList<>();
    for (JsonField sequence : stop.items()) {
      sequences.add(sequence.required());
    }
    return List.copyOf(sequences);
  }

  private static @Nullable OutputFormat format(JsonField format) {
    if (!format.present()) {
      return null;
    }
    JsonField type = format.get("type");
    return switch (type.required()) {
      case "text" -> null;
      case "json_object" -> new OutputFormat(null, null, null, null);
      case "json_schema" -> schema(format.get("json_schema"));
      default -> throw type.wrong("text, json_object or json_schema");
    };
  }

  private static OutputFormat schema(JsonField format) {
    JsonField schema = format.get("schema");
    JsonNode node = schema.present() ? schema.node() : null;
    return new OutputFormat(
        node,
        format.get("name").text(),
        format.get("description").text(),
        format.get("strict").flag());
  }
}
