package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a Gemini body, told in Google's words (as seen in answers up to November 2026).
 * Names are known in camel case only.
 */
final class GeminiCheck {
  /** What stands for a signature that another model could not give. */
  static final String SENTINEL = "skip_thought_signature_validator";

  private static final Set<String> FIELDS =
      Set.of(
          "contents",
          "systemInstruction",
          "tools",
          "toolConfig",
          "safetySettings",
          "generationConfig",
          "cachedContent",
          "serviceTier",
          "store",
          "labels");
  private static final Set<String> GENERATION =
      Set.of(
          "temperature",
          "topP",
          "topK",
          "candidateCount",
          "maxOutputTokens",
          "stopSequences",
          "responseMimeType",
          "responseSchema",
          "responseJsonSchema",
          "responseModalities",
          "presencePenalty",
          "frequencyPenalty",
          "seed",
          "responseLogprobs",
          "logprobs",
          "speechConfig",
          "thinkingConfig",
          "imageConfig",
          "mediaResolution");
  private static final Set<String> DATA =
      Set.of(
          "text",
          "inlineData",
          "fileData",
          "functionCall",
          "functionResponse",
          "executableCode",
          "codeExecutionResult");
  private static final Set<String> BESIDE_DATA =
      Set.of("thought", "thoughtSignature", "videoMetadata", "mediaResolution", "partMetadata");
  private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}");
  private static final String UNPAIRED =
      "Please ensure that the number of function response parts is equal to the number of function"
          + " call parts of the function call turn.";

  private final ObjectNode body;
  private final JsonNode contents;
  private final boolean signs;
  private final GeminiSchemaCheck schemas;
  private final Predicate<String> isSignature;
  private final List<String> faults = new ArrayList<>();

  /**
   * The check of a body.
   *
   * @param vertex whether it goes to Vertex, whose schemas know more keywords
   * @param isSignature whether a thought signature was made here
   */
  GeminiCheck(ObjectNode body, String model, boolean vertex, Predicate<String> isSignature) {
    this.body = body;
    this.contents = body.path("contents");
    this.signs = model.startsWith("gemini-3");
    this.schemas = new GeminiSchemaCheck(vertex);
    this.isSignature = isSignature;
  }

  /** The first rule that is broken; null for none. */
  @Nullable String firstFault() {
    known(body, FIELDS, "");
    known(body.path("generationConfig"), GENERATION, " at 'generation_config'");
    faultIf(
        !contents.isArray() || contents.isEmpty(),
        "* GenerateContentRequest.contents: contents is not specified\n");
    if (body.has("systemInstruction")) {
      parts(body.path("systemInstruction"), "system_instruction");
    }
    for (int i = 0; i < contents.size(); i++) {
      String role = contents.get(i).path("role").asText("user");
      faultIf(
          !role.equals("user") && !role.equals("model"), "Please use a valid role: user, model.");
      parts(contents.get(i), "contents[" + i + "]");
      signature(contents.get(i), i);
    }
    functions();
    tools();
    return faults.isEmpty() ? null : faults.get(0);
  }

  private void known(JsonNode object, Set<String> fields, String place) {
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      faultIf(!fields.contains(name), unknown(name, place));
    }
  }

  private static String unknown(String name, String place) {
    return "Invalid JSON payload received. Unknown name \""
        + name
        + "\""
        + place
        + ": Cannot find field.";
  }

  private void parts(JsonNode content, String place) {
    JsonNode parts = content.path("parts");
    faultIf(
        !parts.isArray() || parts.isEmpty(),
        "* GenerateContentRequest." + place + ".parts: contents.parts must not be empty.\n");
    for (int i = 0; i < parts.size(); i++) {
      int data = 0;
      for (Iterator<String> names = parts.get(i).fieldNames(); names.hasNext(); ) {
        String name = names.next();
        data += DATA.contains(name) ? 1 : 0;
        faultIf(
            !DATA.contains(name) && !BESIDE_DATA.contains(name),
            unknown(name, " at '" + place + ".parts[" + i + "]'"));
      }
      faultIf(
          data != 1,
          "* GenerateContentRequest."
              + place
              + ".parts["
              + i
              + "].data: required oneof field"
              + " 'data' must have one initialized field\n");
    }
  }

  /** The first call of a turn has its signature, and every signature is of ours. */
  private void signature(JsonNode content, int position) {
    boolean first = true;
    for (JsonNode part : content.path("parts")) {
      String signature = part.path("thoughtSignature").asText();
      faultIf(
          !signature.isEmpty() && !signature.equals(SENTINEL) && !isSignature.test(signature),
          "Thought signature is not valid.");
      if (part.has("functionCall")) {
        faultIf(
            signs && first && signature.isEmpty(),
            "Function call is missing a thought_signature in functionCall parts. This is required"
                + " for tools to work correctly, and missing thought_signature may lead to"
                + " degraded model performance. Additional data, function call `default_api:"
                + part.path("functionCall").path("name").asText()
                + "` , position "
                + (position + 1)
                + ". Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for"
                + " more details.");
        first = false;
      }
    }
  }

  /** Every turn of calls is followed by as many responses, and only such a turn is. */
  private void functions() {
    int open = 0;
    for (JsonNode content : contents) {
      int responses = count(content, "functionResponse");
      int calls = count(content, "functionCall");
      faultIf(responses != open, UNPAIRED);
      faultIf(
          calls > 0 && !content.path("role").asText().equals("model"),
          "Please ensure that function call turn comes immediately after a user turn or after a"
              + " function response turn.");
      open = calls;
    }
    faultIf(open > 0, UNPAIRED);
  }

  private void tools() {
    JsonNode tools = body.path("tools");
    for (int i = 0; i < tools.size(); i++) {
      JsonNode functions = tools.get(i).path("functionDeclarations");
      for (int j = 0; j < functions.size(); j++) {
        String place = "tools[" + i + "].function_declarations[" + j + "]";
        faultIf(
            !NAME.matcher(functions.get(j).path("name").asText()).matches(),
            "* GenerateContentRequest."
                + place
                + ".name: Invalid function name. Must start with a"
                + " letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores"
                + " (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.\n");
        schema(functions.get(j).path("parameters"), place + ".parameters");
      }
    }
    schema(
        body.path("generationConfig").path("responseSchema"), "generation_config.response_schema");
  }

  private void schema(JsonNode schema, String place) {
    String keyword = schemas.unknownKeyword(schema);
    if (keyword != null) {
      faults.add(unknown(keyword, " at '" + place + "'"));
    }
  }

  private static int count(JsonNode content, String kind) {
    int count = 0;
    for (JsonNode part : content.path("parts")) {
      count += part.has(kind) ? 1 : 0;
    }
    return count;
  }

  private void faultIf(boolean broken, String message) {
    if (broken) {
      faults.add(message);
    }
  }
}
