package dev.mooring.gateway.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.translate.chat.ChatRequestWriter;
import dev.mooring.gateway.translate.messages.MessagesRequestWriter;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.RequestWriter;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.responses.ResponsesRequestWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A coding agent's request late in its session: 60 messages, 30 tools, 100 kB. */
final class LongConversation {
  private static final int TURNS = 20;
  private static final int TOOLS = 30;
  private static final String LINE =
      "The build \"fails\" in src/main/java/Server.java:120 with\n\tjava.io.IOException. ";

  private LongConversation() {}

  /** The body as a caller of an API sends it. */
  static byte[] body(Api api) {
    return switch (api) {
      case CHAT -> write(new ChatRequestWriter(), "openai");
      case RESPONSES -> write(new ResponsesRequestWriter(), "openai");
      case MESSAGES -> write(new MessagesRequestWriter(), "anthropic");
      case AI_SDK -> aiSdk();
    };
  }

  private static byte[] write(RequestWriter writer, String type) {
    Target target = new Target("model", type, null, Set.of(), true);
    return writer.write(request(), target, (feature, details) -> {});
  }

  /** A system message, then turns of a question, a call and its result. */
  private static ModelRequest request() {
    List<Message> messages = new ArrayList<>();
    messages.add(Message.text(Role.SYSTEM, LINE.repeat(120)));
    for (int i = 0; i < TURNS; i++) {
      String id = "call_" + i + "abcdefghijklmnop";
      messages.add(Message.text(Role.USER, LINE.repeat(6)));
      messages.add(
          new Message(
              Role.ASSISTANT,
              List.of(
                  new Part.Text(LINE, null),
                  new Part.ToolCall(id, "tool_1", "{\"path\":\"a/b.java\"}", null, null))));
      List<Part> output = List.of(new Part.Text(LINE.repeat(20), null));
      messages.add(
          new Message(Role.TOOL, List.of(new Part.ToolResult(id, "tool_1", output, false, null))));
    }
    ModelRequest bare = ModelRequest.of(messages);
    return new ModelRequest(
        messages,
        tools(),
        null,
        null,
        new Sampling(32_000L, null, null, null, null, null, null, List.of()),
        null,
        null,
        true,
        null,
        null,
        null,
        null,
        bare.options());
  }

  private static List<Tool> tools() {
    List<Tool> tools = new ArrayList<>();
    for (int i = 0; i < TOOLS; i++) {
      tools.add(new Tool.Function("tool_" + i, LINE.repeat(7), schema(), null, false, null));
    }
    return tools;
  }

  private static ObjectNode schema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    for (String name : List.of("path", "pattern", "limit", "offset")) {
      properties.putObject(name).put("type", "string").put("description", LINE);
    }
    schema.putArray("required").add("path");
    return schema.put("additionalProperties", false);
  }

  /** The same as the AI SDK's client writes it. */
  private static byte[] aiSdk() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ArrayNode prompt = body.putArray("prompt");
    for (Message message : request().messages()) {
      ObjectNode written = prompt.addObject();
      written.put("role", message.role().name().toLowerCase(Locale.ROOT));
      if (message.role() == Role.SYSTEM) {
        written.put("content", ((Part.Text) message.parts().get(0)).text());
      } else {
        ArrayNode content = written.putArray("content");
        message.parts().forEach(part -> aiSdk(content.addObject(), part));
      }
    }
    ArrayNode tools = body.putArray("tools");
    for (Tool tool : tools()) {
      Tool.Function function = (Tool.Function) tool;
      tools
          .addObject()
          .put("type", "function")
          .put("name", function.name())
          .put("description", function.description())
          .set("inputSchema", function.schema());
    }
    body.put("maxOutputTokens", 32_000);
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void aiSdk(ObjectNode written, Part part) {
    if (part instanceof Part.Text text) {
      written.put("type", "text").put("text", text.text());
    } else if (part instanceof Part.ToolCall call) {
      written.put("type", "tool-call").put("toolCallId", call.id()).put("toolName", call.name());
      written.putObject("input").put("path", "a/b.java");
    } else if (part instanceof Part.ToolResult result) {
      written.put("type", "tool-result").put("toolCallId", result.callId());
      written.put("toolName", result.name());
      Part.Text text = (Part.Text) result.content().get(0);
      written.putObject("output").put("type", "text").put("value", text.text());
    } else {
      throw new IllegalArgumentException("not in this conversation: " + part);
    }
  }
}
