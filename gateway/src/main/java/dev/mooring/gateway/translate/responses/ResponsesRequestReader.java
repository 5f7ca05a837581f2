package dev.mooring.gateway.translate.responses;

import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.RequestReader;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.ToolChoice;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests of the Responses API for providers that do not speak it: what leans on state that
 * such a provider does not hold is refused.
 */
public final class ResponsesRequestReader implements RequestReader {

  @Override
  public ModelRequest read(byte[] body, WarningSink warnings) {
    JsonField root = JsonField.body(body);
    OtherFields others = OtherFields.read(root, warnings);
    InputReader input = new InputReader(warnings);
    input.instructions(root.get("instructions"));
    input.input(root.get("input"));
    ToolReader tools = new ToolReader(warnings);
    ToolChoice choice = tools.choice(root.get("tool_choice"));
    JsonField control = root.get("cache_control");
    return new ModelRequest(
        input.messages(),
        tools.tools(root.get("tools")),
        choice,
        root.get("parallel_tool_calls").flag(),
        sampling(root),
        reasoning(root.get("reasoning")),
        format(root.get("text").get("format")),
        Boolean.TRUE.equals(root.get("stream").flag()),
        control.present() ? CacheMark.of(control.get("ttl").text()) : null,
        root.get("prompt_cache_key").text(),
        root.get("prompt_cache_retention").text(),
        others.user(),
        others.options());
  }

  private static Sampling sampling(JsonField root) {
    return new Sampling(
        root.get("max_output_tokens").whole(),
        root.get("temperature").number(),
        root.get("top_p").number(),
        null,
        root.get("presence_penalty").number(),
        root.get("frequency_penalty").number(),
        null,
        List.of());
  }

  private static @Nullable ReasoningRequest reasoning(JsonField reasoning) {
    String effort = reasoning.get("effort").text();
    String summary = reasoning.get("summary").text();
    if (effort == null && summary == null) {
      return null;
    }
    ReasoningRequest.Effort known = effort == null ? null : ReasoningFields.effort(effort);
    if (effort != null && known == null) {
      throw reasoning.get("effort").wrong("none, minimal, low, medium, high or xhigh");
    }
    return new ReasoningRequest(known, null, false, summary);
  }

  private static @Nullable OutputFormat format(JsonField format) {
    String type = format.get("type").text();
    if (type == null || type.equals("text")) {
      return null;
    }
    return switch (type) {
      case "json_object" -> new OutputFormat(null, null, null, null);
      case "json_schema" ->
          new OutputFormat(
              format.get("schema").node(),
              format.get("name").text(),
              format.get("description").text(),
              format.get("strict").flag());
      default -> throw format.get("type").wrong("text, json_object or json_schema");
    };
  }
}
