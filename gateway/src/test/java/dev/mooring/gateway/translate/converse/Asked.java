package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
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
  private @Nullable CacheMark cache;
  private @Nullable String user;
  private Map<String, JsonNode> options = Map.of();
  private String model = "anthropic.claude-sonnet-4-5-20250929-v1:0";

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

  static Message system(Part... parts) {
    return new Message(Message.Role.SYSTEM, List.of(parts));
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

  static Part marked(String text, CacheMark mark) {
    return new Part.Text(text, mark);
  }

  static Part call(String id, String name, String arguments) {
    return new Part.ToolCall(id, name, arguments, null, null);
  }

  static Part result(String id, Part... content) {
    return new Part.ToolResult(id, null, List.of(content), false, null);
  }

  static Part file(String type, @Nullable String name, Part.Media.Source source) {
    return new Part.Media(type, source, name, null, null);
  }

  static Part.Media.Source data(String base64) {
    return new Part.Media.Source.Data(base64);
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

  Asked cache(CacheMark mark) {
    cache = mark;
    return this;
  }

  Asked by(String person) {
    user = person;
    return this;
  }

  Asked options(String family, String fields) {
    options = Map.of(family, json(fields));
    return this;
  }

  Asked model(String id) {
    model = id;
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
        cache,
        null,
        null,
        user,
        options);
  }

  /** The body as text. */
  String written() {
    warned.clear();
    byte[] body =
        new ConverseRequestWriter()
            .write(
                request(),
                new Target(model, "bedrock", null, Set.of(), true),
                (feature, details) -> warned.add(feature));
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The body. */
  JsonNode body() {
    return json(written());
  }
}
