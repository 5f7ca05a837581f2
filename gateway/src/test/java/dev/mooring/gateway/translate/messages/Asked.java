package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.ToolChoice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that is put together for a test; it says hello where it is told nothing to say. */
final class Asked {
  private List<Message> messages = List.of(Message.text(Role.USER, "Hello"));
  private List<Tool> tools = List.of();
  private @Nullable ToolChoice choice;
  private @Nullable Boolean parallel;
  private Sampling sampling = Sampling.NONE;
  private @Nullable ReasoningRequest reasoning;
  private @Nullable OutputFormat format;
  private @Nullable CacheMark cache;
  private @Nullable String retention;
  private final Map<String, JsonNode> options = new HashMap<>();

  static Asked hello() {
    return new Asked();
  }

  static Asked of(Message... messages) {
    Asked asked = new Asked();
    asked.messages = List.of(messages);
    return asked;
  }

  Asked tools(Tool... given) {
    tools = List.of(given);
    return this;
  }

  Asked choice(ToolChoice given) {
    choice = given;
    return this;
  }

  Asked parallel(boolean given) {
    parallel = given;
    return this;
  }

  Asked sampling(Sampling given) {
    sampling = given;
    return this;
  }

  Asked maxTokens(long given) {
    return sampling(new Sampling(given, null, null, null, null, null, null, List.of()));
  }

  Asked reasoning(ReasoningRequest given) {
    reasoning = given;
    return this;
  }

  Asked effort(ReasoningRequest.Effort effort) {
    return reasoning(new ReasoningRequest(effort, null, false, null));
  }

  Asked budget(long tokens) {
    return reasoning(new ReasoningRequest(null, tokens, false, null));
  }

  Asked schema(String schema) {
    format = new OutputFormat(Written.json(schema), null, null, null);
    return this;
  }

  Asked anyJson() {
    format = new OutputFormat(null, null, null, null);
    return this;
  }

  Asked cache(@Nullable CacheMark given) {
    cache = given;
    return this;
  }

  Asked retention(String given) {
    retention = given;
    return this;
  }

  Asked option(String family, String fields) {
    options.put(family, Written.json(fields));
    return this;
  }

  ModelRequest request() {
    return new ModelRequest(
        messages, tools, choice, parallel, sampling, reasoning, format, false, cache, null,
        retention, null, options);
  }
}
