package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OptionFields;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The fields that only Google's models know, under their names in the API or in the AI SDK's
 * options, put where the API has them.
 */
final class GeminiOptions {
  private static final Set<String> OF_GENERATION =
      Set.of(
          "responseModalities",
          "thinkingConfig",
          "mediaResolution",
          "imageConfig",
          "audioTimestamp",
          "speechConfig",
          "responseLogprobs",
          "logprobs");
  private static final Set<String> OF_TOOLS = Set.of("retrievalConfig");

  /** Read here, written nowhere as they stand. */
  private static final Set<String> READ =
      Set.of(
          "generationConfig",
          "toolConfig",
          "structuredOutputs",
          "threshold",
          "streamFunctionCallArguments");

  private static final Set<String> TRANSLATED =
      Set.of("contents", "systemInstruction", "tools", "model", "stream");
  private static final Set<String> HEADERS = Set.of("requestType", "sharedRequestType");
  private static final List<String> HARMS =
      List.of(
          "HARM_CATEGORY_HATE_SPEECH",
          "HARM_CATEGORY_DANGEROUS_CONTENT",
          "HARM_CATEGORY_HARASSMENT",
          "HARM_CATEGORY_SEXUALLY_EXPLICIT");

  private final ObjectNode fields;
  private final ObjectNode rest = JsonNodeFactory.instance.objectNode();
  private final boolean streamArguments;

  /** The fields of a request, with a warning of each that has no place. */
  GeminiOptions(ModelRequest request, boolean vertex, WarningSink warnings) {
    OptionFields.warnOthers(request, "google", warnings);
    fields = OptionFields.of(request, "google");
    streamArguments =
        vertex && request.stream() && fields.path("streamFunctionCallArguments").asBoolean(false);
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      String name = field.getKey();
      if (TRANSLATED.contains(name) || HEADERS.contains(name)) {
        warnings.unsupported("providerOptions.google." + name, "left out");
      } else if (!OF_GENERATION.contains(name)
          && !OF_TOOLS.contains(name)
          && !READ.contains(name)) {
        rest.set(name, field.getValue());
      }
    }
    threshold();
  }

  /** Whether an output's schema is to be enforced. */
  boolean enforced() {
    return fields.path("structuredOutputs").asBoolean(true);
  }

  /** Puts what belongs there into {@code generationConfig}; the caller's own words win. */
  void addTo(ObjectNode generationConfig) {
    for (String name : OF_GENERATION) {
      merge(generationConfig, name, fields.path(name));
    }
    for (Map.Entry<String, JsonNode> field : fields.path("generationConfig").properties()) {
      merge(generationConfig, field.getKey(), field.getValue());
    }
  }

  /**
   * Puts what belongs there into {@code toolConfig}; the caller's own words win.
   *
   * @param functions whether there are functions to call
   */
  void addToTools(ObjectNode toolConfig, boolean functions) {
    for (String name : OF_TOOLS) {
      merge(toolConfig, name, fields.path(name));
    }
    for (Map.Entry<String, JsonNode> field : fields.path("toolConfig").properties()) {
      merge(toolConfig, field.getKey(), field.getValue());
    }
    if (streamArguments && functions) {
      toolConfig.withObject("/functionCallingConfig").put("streamFunctionCallArguments", true);
    }
  }

  /** Writes the others as fields of the body. */
  void write(JsonGenerator json) throws IOException {
    for (Map.Entry<String, JsonNode> field : rest.properties()) {
      json.writeFieldName(field.getKey());
      json.writeTree(field.getValue());
    }
  }

  /** One threshold for all harms. */
  private void threshold() {
    if (!fields.path("threshold").isTextual() || rest.has("safetySettings")) {
      return;
    }
    ArrayNode settings = rest.putArray("safetySettings");
    for (String harm : HARMS) {
      settings.addObject().put("category", harm).set("threshold", fields.path("threshold"));
    }
  }

  private static void merge(ObjectNode into, String name, JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return;
    }
    if (value instanceof ObjectNode object && into.get(name) instanceof ObjectNode existing) {
      if (object.has("thinkingBudget") || object.has("thinkingLevel")) {
        existing.remove(List.of("thinkingBudget", "thinkingLevel"));
      }
      existing.setAll(object);
    } else {
      into.set(name, value.deepCopy());
    }
  }
}
