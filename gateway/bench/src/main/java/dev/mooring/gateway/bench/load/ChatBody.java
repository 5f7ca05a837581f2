package dev.mooring.gateway.bench.load;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;

/** An agent's Chat Completions request: a system message, a conversation, tools, of one length. */
final class ChatBody {
  private static final String LINE =
      "The build \"fails\" in src/main/java/Server.java:120 with\n\tjava.io.IOException. ";

  private ChatBody() {}

  /**
   * A body of so many bytes; the first question holds {@link RequestTemplate#SLOT}, so that each
   * session has a fingerprint of its own.
   */
  static byte[] of(String model, int bytes, boolean stream) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("model", model).put("max_tokens", 4096).put("temperature", 0.2);
    if (stream) {
      body.put("stream", true).putObject("stream_options").put("include_usage", true);
    }
    ArrayNode messages = body.putArray("messages");
    message(messages, "system", LINE.repeat(Math.max(4, bytes / 20_000)));
    message(messages, "user", "Session " + RequestTemplate.SLOT + ": " + LINE.repeat(2));
    ArrayNode tools = body.putArray("tools");
    for (int i = 0; i < Math.min(30, Math.max(1, bytes / 3_000)); i++) {
      tool(tools, i);
    }
    int turn = 0;
    int length = length(body);
    while (length + 2_500 < bytes) {
      String role = turn % 2 == 0 ? "assistant" : "user";
      length += message(messages, role, LINE.repeat(20)).toString().length() + 1;
      turn++;
    }
    ObjectNode last = message(messages, "user", "");
    last.put("content", ".".repeat(Math.max(0, bytes - length(body))));
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static int length(ObjectNode body) {
    return body.toString().length();
  }

  private static ObjectNode message(ArrayNode messages, String role, String text) {
    return messages.addObject().put("role", role).put("content", text);
  }

  private static void tool(ArrayNode tools, int number) {
    ObjectNode function = tools.addObject().put("type", "function").putObject("function");
    function.put("name", "tool_" + number).put("description", LINE);
    ObjectNode schema = function.putObject("parameters").put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    for (String name : new String[] {"path", "pattern", "limit"}) {
      properties.putObject(name).put("type", "string").put("description", "The " + name);
    }
    schema.putArray("required").add("path");
  }
}
