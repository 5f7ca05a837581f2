package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a Converse body, told in Bedrock's words (as seen in answers up to November 2026).
 */
final class ConverseCheck {
  private static final Set<String> FIELDS =
      Set.of(
          "messages",
          "system",
          "inferenceConfig",
          "toolConfig",
          "guardrailConfig",
          "additionalModelRequestFields",
          "additionalModelResponseFieldPaths",
          "promptVariables",
          "requestMetadata",
          "performanceConfig",
          "serviceTier",
          "outputConfig");
  private static final Set<String> INFERENCE =
      Set.of("maxTokens", "temperature", "topP", "stopSequences");
  private static final List<String> BLOCKS =
      List.of(
          "text",
          "image",
          "document",
          "video",
          "audio",
          "toolUse",
          "toolResult",
          "guardContent",
          "cachePoint",
          "reasoningContent",
          "citationsContent",
          "searchResult");
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,64}");
  private static final String NO_START =
      "A conversation must start with a user message. Try again with a conversation that starts"
          + " with a user message.";
  private static final String AGAIN = ", and try again.";

  private final ObjectNode body;
  private final JsonNode messages;
  private final List<String> faults = new ArrayList<>();

  /** The check of a body. */
  ConverseCheck(ObjectNode body) {
    this.body = body;
    this.messages = body.path("messages");
  }

  /** The first rule that is broken; null for none. */
  @Nullable String firstFault() {
    known(body, FIELDS);
    known(body.path("inferenceConfig"), INFERENCE);
    faultIf(messages.isEmpty(), NO_START);
    roles();
    for (int i = 0; i < body.path("system").size(); i++) {
      text(body.path("system").get(i), "SystemContentBlock", "system." + i);
    }
    for (int i = 0; i < messages.size(); i++) {
      content(messages.get(i).path("content"), i);
    }
    toolResults();
    toolConfig();
    return faults.isEmpty() ? null : faults.get(0);
  }

  private void known(JsonNode object, Set<String> fields) {
    for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      faultIf(
          !fields.contains(name),
          "Malformed input request: #: extraneous key ["
              + name
              + "] is not permitted, please reformat your input and try again.");
    }
  }

  private void roles() {
    for (int i = 0; i < messages.size(); i++) {
      String role = messages.get(i).path("role").asText();
      faultIf(
          !role.equals(i % 2 == 0 ? "user" : "assistant"),
          i == 0
              ? NO_START
              : "A conversation must alternate between user and assistant roles. Make sure the"
                  + " conversation alternates between user and assistant roles and try again.");
    }
  }

  private void content(JsonNode content, int message) {
    String place = "messages." + message;
    faultIf(
        !content.isArray() || content.isEmpty(),
        "The content field in the Message object at "
            + place
            + " is empty. Add a ContentBlock object to the content field and try again.");
    for (int i = 0; i < content.size(); i++) {
      JsonNode block = content.get(i);
      String at = place + ".content." + i;
      faultIf(
          block.size() != 1 || !BLOCKS.contains(block.fieldNames().next()),
          "ContentBlock object at "
              + at
              + " can only set one of the following keys: "
              + String.join(", ", BLOCKS)
              + ".");
      text(block, "ContentBlock", at);
      toolBlock(block, at);
      if (block.has(ConverseDialect.CACHE_POINT)) {
        cachePoint(block, i == 0 ? null : content.get(i - 1), at);
      }
    }
  }

  private void text(JsonNode block, String type, String at) {
    faultIf(
        block.has("text") && block.path("text").asText().isBlank(),
        "The text field in the "
            + type
            + " object at "
            + at
            + " is blank. Add text to the text field"
            + AGAIN);
  }

  private void toolBlock(JsonNode block, String at) {
    JsonNode use = block.path("toolUse");
    JsonNode result = block.path("toolResult");
    if (!use.isMissingNode()) {
      name(use.path("name"), at + ".toolUse.name");
      name(use.path("toolUseId"), at + ".toolUse.toolUseId");
      faultIf(
          !use.path("input").isObject(),
          "The format of the value at "
              + at
              + ".toolUse.input is invalid. Provide a json object"
              + " for the field"
              + AGAIN);
    }
    if (!result.isMissingNode()) {
      name(result.path("toolUseId"), at + ".toolResult.toolUseId");
      faultIf(
          result.path("status").asText().equals("error") && result.path("content").isEmpty(),
          "The content field at " + at + ".toolResult cannot be empty when status value is error.");
    }
  }

  private void cachePoint(JsonNode block, @Nullable JsonNode before, String at) {
    JsonNode point = block.path(ConverseDialect.CACHE_POINT);
    String ttl = point.path("ttl").asText("5m");
    faultIf(
        !point.path("type").asText().equals("default") || !(ttl.equals("5m") || ttl.equals("1h")),
        "1 validation error detected: Value at '"
            + at
            + ".cachePoint' failed to satisfy"
            + " constraint: Member must satisfy enum value set");
    faultIf(
        before == null || before.has(ConverseDialect.CACHE_POINT),
        "The model returned the following errors: " + at + ".type: Field required");
    faultIf(
        before != null && before.has("reasoningContent"),
        "Cache point cannot be inserted after reasoning block. Please remove the invalid cache"
            + " point"
            + AGAIN);
  }

  private void name(JsonNode value, String at) {
    faultIf(
        !NAME.matcher(value.asText()).matches(),
        "1 validation error detected: Value '"
            + value.asText()
            + "' at '"
            + at
            + "' failed to satisfy constraint: Member must satisfy regular expression pattern:"
            + " [a-zA-Z0-9_-]+ and have length less than or equal to 64");
  }

  /** Every tool use has its result in the next message, and every result its use. */
  private void toolResults() {
    for (int i = 1; i < messages.size(); i++) {
      List<String> wanted = ids(messages.get(i - 1), "toolUse");
      List<String> given = ids(messages.get(i), "toolResult");
      List<String> lacking = new ArrayList<>(wanted);
      lacking.removeAll(given);
      String at = "messages." + i + ".content";
      faultIf(
          !lacking.isEmpty(),
          "Expected toolResult blocks at "
              + at
              + " for the following Ids: "
              + String.join(", ", lacking));
      faultIf(
          given.size() > wanted.size(),
          "The number of toolResult blocks at "
              + at
              + " exceeds the number of toolUse blocks of previous turn.");
    }
    faultIf(
        !messages.isEmpty() && !ids(messages.get(0), "toolResult").isEmpty(),
        "The number of toolResult blocks at messages.0.content exceeds the number of toolUse"
            + " blocks of previous turn.");
  }

  private void toolConfig() {
    JsonNode config = body.path("toolConfig");
    boolean used = !messages.findValues("toolUse").isEmpty();
    faultIf(
        used && !body.has("toolConfig"),
        "The toolConfig field must be defined when using toolUse and toolResult content blocks.");
    JsonNode tools = config.path("tools");
    faultIf(
        body.has("toolConfig") && tools.isEmpty(),
        "1 validation error detected: Value at 'toolConfig.tools' failed to satisfy constraint:"
            + " Member must have length greater than or equal to 1");
    for (int i = 0; i < tools.size(); i++) {
      toolSpec(tools.get(i).path("toolSpec"), "toolConfig.tools." + i);
    }
    JsonNode choice = config.path("toolChoice");
    faultIf(
        !choice.isMissingNode()
            && (choice.size() != 1
                || !Set.of("auto", "any", "tool").contains(choice.fieldNames().next())),
        "ToolChoice object at toolConfig.toolChoice can only set one of the following keys: auto,"
            + " any, tool.");
  }

  private void toolSpec(JsonNode spec, String at) {
    if (spec.isMissingNode()) {
      return;
    }
    name(spec.path("name"), at + ".toolSpec.name");
    faultIf(
        spec.has("description") && spec.path("description").asText().isEmpty(),
        "1 validation error detected: Value at '"
            + at
            + ".toolSpec.description' failed to satisfy"
            + " constraint: Member must have length greater than or equal to 1");
    faultIf(
        !spec.at("/inputSchema/json/type").asText().equals("object"),
        "The value at "
            + at
            + ".toolSpec.inputSchema.json.type must be one of the following:"
            + " object.");
  }

  private static List<String> ids(JsonNode message, String field) {
    List<String> ids = new ArrayList<>();
    for (JsonNode block : message.path("content")) {
      if (block.has(field)) {
        ids.add(block.path(field).path("toolUseId").asText());
      }
    }
    return ids;
  }

  private void faultIf(boolean broken, String message) {
    if (broken) {
      faults.add(message);
    }
  }
}
