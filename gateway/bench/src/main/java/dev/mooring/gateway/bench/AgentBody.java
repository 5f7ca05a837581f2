package dev.mooring.gateway.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.config.Api;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/**
 * The body of a coding agent's request, of about a given size: a system prompt, tools with their
 * schemas, then turns of a question, a call and the file that it gave. A third of the bytes is
 * tools, up to {@value #MOST_TOOLS} of them; the rest is prose, with an escape every 60 bytes, and
 * code, with one every 26, as in this repository's own, and a character or two in a thousand beyond
 * ASCII. The same arguments give the same bytes.
 */
final class AgentBody {
  private static final int MOST_TOOLS = 30;
  private static final String TASK = "Task 00000000: ";
  private static final List<String> PROSE =
      List.of(
          "The test fails because `Server.start()` is called twice; the second call throws.\n",
          "- **Never** commit without running the checks first; ask if you are unsure.\n",
          "Use this tool when the answer is in a file; give the absolute path, not a relative"
              + " one.\n",
          "\n# Doing tasks\n",
          "Before you edit a file you must have read it in this conversation; the edit is refused"
              + " otherwise, and so is one whose old text is not unique in the file.\n",
          "Answer in one to three sentences where that is enough. Do not explain code unless"
              + " asked.\n",
          "If the user says \"stop\", stop — do not finish the step that you are in.\n");
  private static final List<String> CODE =
      List.of(
          "    if (entry.getValue() == null) {\n",
          "\treturn \"not found: \" + path;\n",
          "      throw new IllegalStateException(\"closed: \" + name, cause);\n",
          "   * @param weights the share of each candidate, all of them positive or none at all\n",
          "    Map<String, List<Candidate>> byProvider = new LinkedHashMap<>();\n",
          "    assertThat(plan.candidates()).extracting(Candidate::provider).containsExactly(first);\n",
          "  }\n",
          "\n",
          "  /** Keeps the newest first; see the note on eviction above. */\n",
          "    for (int i = 0; i < candidates.size(); i++) {\n",
          "import java.util.concurrent.atomic.AtomicReference;\n",
          "        log.info(\"served {} in {} ms\", request.id(), elapsed);\n",
          "      \"name\": \"mooring\",\n",
          "          return"
              + " candidates.stream().filter(Candidate::healthy).findFirst().orElseThrow();\n",
          "  private static final Pattern SPACE = Pattern.compile(\"\\\\s+\");\n",
          "    // Größe in bytes, at most what the provider takes for one request\n");

  private final Api api;
  private final Random random = new Random(8);
  private final ObjectNode body = JsonNodeFactory.instance.objectNode();
  private int written;

  private AgentBody(Api api) {
    this.api = api;
  }

  /** The body as a caller of an API sends it. */
  static byte[] of(Api api, int bytes) {
    byte[] body = new AgentBody(api).write(bytes);
    int aimed = (int) ((long) bytes * bytes / body.length);
    return new AgentBody(api).write(aimed);
  }

  /** Where a body has the eight digits that make its conversation one of its own. */
  static int digitsAt(byte[] body) {
    return new String(body, StandardCharsets.ISO_8859_1).indexOf(TASK) + TASK.indexOf('0');
  }

  private byte[] write(int bytes) {
    body.put("model", "claude-sonnet-5").put("max_tokens", 32_000).put("stream", true);
    ArrayNode turns = body.putArray(api == Api.RESPONSES ? "input" : "messages");
    system(turns, bytes / 8);
    tools(Math.max(1, Math.min(MOST_TOOLS, bytes / 3_300)), Math.min(bytes / 4, 30_000));
    message(turns, "user", TASK + text(PROSE, Math.min(bytes / 8, 8_000)));
    for (int turn = 0; written < bytes * 9 / 10; turn++) {
      call(turns, turn, text(CODE, Math.min(bytes / 8, 300 + random.nextInt(5_000))));
      message(turns, "user", text(PROSE, Math.min(bytes / 8, 200)));
    }
    body.putObject("metadata").put("user_id", "{\"session_id\":\"0f6b-4c1e\"}");
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void system(ArrayNode turns, int bytes) {
    String prompt = text(PROSE, Math.min(bytes, 16_000));
    switch (api) {
      case MESSAGES -> {
        ObjectNode block = body.putArray("system").addObject();
        block.put("type", "text").put("text", prompt);
        block.putObject("cache_control").put("type", "ephemeral");
      }
      case RESPONSES -> body.put("instructions", prompt);
      default -> message(turns, "system", prompt);
    }
  }

  private void tools(int count, int bytes) {
    ArrayNode tools = body.putArray("tools");
    for (int i = 0; i < count; i++) {
      ObjectNode tool = tools.addObject();
      ObjectNode function = tool;
      if (api != Api.MESSAGES) {
        tool.put("type", "function");
        function = api == Api.CHAT ? tool.putObject("function") : tool;
      }
      function.put("name", "tool_" + i).put("description", text(PROSE, bytes / count / 2));
      String schema = api == Api.MESSAGES ? "input_schema" : "parameters";
      schema(function.putObject(schema), bytes / count);
    }
  }

  private void schema(ObjectNode schema, int bytes) {
    schema.put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    List<String> names = List.of("file_path", "pattern", "limit", "run_in_background");
    for (String name : names) {
      properties.putObject(name).put("type", "string").put("description", text(PROSE, bytes / 12));
    }
    schema.putArray("required").add("file_path");
    schema.put("additionalProperties", false);
  }

  private void message(ArrayNode turns, String role, String text) {
    ObjectNode message = turns.addObject();
    if (api == Api.RESPONSES) {
      message.put("type", "message");
    }
    message.put("role", role);
    String type = api == Api.RESPONSES ? "input_text" : "text";
    message.putArray("content").addObject().put("type", type).put("text", text);
  }

  private void call(ArrayNode turns, int turn, String result) {
    String id = "toolu_01A09q90qw90lq917835lq" + turn;
    String arguments = "{\"file_path\":\"/home/user/src/Main.java\",\"limit\":200}";
    switch (api) {
      case MESSAGES -> {
        ObjectNode use = turns.addObject().put("role", "assistant").putArray("content").addObject();
        use.put("type", "tool_use").put("id", id).put("name", "tool_1");
        use.putObject("input").put("file_path", "/home/user/src/Main.java").put("limit", 200);
        ObjectNode given = turns.addObject().put("role", "user").putArray("content").addObject();
        given.put("tool_use_id", id).put("type", "tool_result").put("content", result);
      }
      case CHAT -> {
        ObjectNode message = turns.addObject().put("role", "assistant").putNull("content");
        ObjectNode call = message.putArray("tool_calls").addObject();
        call.put("id", id).put("type", "function").putObject("function");
        ((ObjectNode) call.get("function")).put("name", "tool_1").put("arguments", arguments);
        turns.addObject().put("role", "tool").put("tool_call_id", id).put("content", result);
      }
      default -> {
        ObjectNode call = turns.addObject().put("type", "function_call").put("call_id", id);
        call.put("name", "tool_1").put("arguments", arguments);
        turns
            .addObject()
            .put("type", "function_call_output")
            .put("call_id", id)
            .put("output", result);
      }
    }
  }

  /** Lines of a kind, about so many bytes of JSON. */
  private String text(List<String> lines, int bytes) {
    StringBuilder text = new StringBuilder();
    int length = 0;
    while (length < bytes) {
      String line = lines.get(random.nextInt(lines.size()));
      text.append(line);
      length += line.length() + 2;
    }
    written += length + 40;
    return text.toString();
  }
}
