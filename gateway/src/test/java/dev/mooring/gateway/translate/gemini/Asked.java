package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request in the making, and what is written of it. */
final class Asked {
  private final List<Message> messages = new ArrayList<>();
  private List<Tool> tools = List.of();
  private @Nullable ToolChoice choice;
  private @Nullable Boolean parallel;
  private Sampling sampling = Sampling.NONE;
  private @Nullable ReasoningRequest reasoning;
  private @Nullable OutputFormat format;
  private boolean stream;
  private Map<String, JsonNode> options = Map.of();
  private String model = "gemini-3.1-pro-preview";
  private String provider = "google";

  /** The features that were warned of. */
  final List<String> warned = new ArrayList<>();

  static Asked of(Message... messages) {
    Asked asked = new Asked();
    asked.messages.addAll(List.of(messages));
    return asked;
  }

  static Asked hello() {
    return of(Message.text(Message.Role.USER, "Hello"));
  }

  static Message user(Part... parts) {
    return new Message(Message.Role.USER, List.of(parts));
  }

  static Message assistant(Part... parts) {
    return new Message(Message.Role.ASSISTANT, List.of(parts));
  }

  static Message results(Part... parts) {
    return new Message(Message.Role.TOOL, List.of(parts));
  }

  static Part text(String text) {
    return new Part.Text(text, null);
  }

  static Part call(String id, String name, String arguments) {
    return new Part.ToolCall(id, name, arguments, null, null);
  }

  static Part result(String id, Part... content) {
    return new Part.ToolResult(id, null, List.of(content), false, null);
  }

  static Part.Media image(Part.Media.Source source) {
    return new Part.Media("image/*", source, null, null, null);
  }

  static JsonNode json(String text) {
    return Objects.requireNonNull(Json.readOrNull(text), text);
  }

  static Tool function(String name) {
    return new Tool.Function(
        name, "does " + name, json("{\"type\":\"object\"}"), null, false, null);
  }

  Asked tools(Tool... asked) {
    tools = List.of(asked);
    return this;
  }

  Asked choice(ToolChoice asked) {
    choice = asked;
    return this;
  }

  Asked parallel(boolean asked) {
    parallel = asked;
    return this;
  }

  Asked sampling(Sampling asked) {
    sampling = asked;
    return this;
  }

  Asked reasoning(ReasoningRequest.@Nullable Effort effort, @Nullable Long budget) {
    reasoning = new ReasoningRequest(effort, budget, effort == null && budget == null, null);
    return this;
  }

  Asked format(OutputFormat asked) {
    format = asked;
    return this;
  }

  Asked stream() {
    stream = true;
    return this;
  }

  Asked options(String family, String fields) {
    options = Map.of(family, json(fields));
    return this;
  }

  Asked model(String name) {
    model = name;
    return this;
  }

  Asked provider(String type) {
    provider = type;
    return this;
  }

  ModelRequest request() {
    return new ModelRequest(
        List.copyOf(messages),
        tools,
        choice,
        parallel,
        sampling,
        reasoning,
        format,
        stream,
        null,
        null,
        null,
        null,
        options);
  }

  /** The body as text. */
  String written() {
    warned.clear();
    byte[] body =
        new GeminiRequestWriter()
            .write(
                request(),
                new Target(model, provider, null, Set.of(), true),
                (feature, details) -> warned.add(feature));
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The body. */
  JsonNode body() {
    return json(written());
  }
}
