package dev.mooring.gateway.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What the upstreams answer, whatever they are asked. */
final class FixedAnswers {
  /** A Chat Completions answer. */
  static final String CHAT =
      "{\"id\":\"chatcmpl-bench0123456789\",\"object\":\"chat.completion\",\"created\":1790000000,"
          + "\"model\":\"bench\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
          + "\"content\":\"The build fails because the socket is closed before the answer has been"
          + " read to its end. Keep the connection open until the last chunk has come, and close it"
          + " then.\",\"refusal\":null,\"annotations\":[]},\"logprobs\":null,"
          + "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":512,\"completion_tokens\":38,"
          + "\"total_tokens\":550,\"prompt_tokens_details\":{\"cached_tokens\":448},"
          + "\"completion_tokens_details\":{\"reasoning_tokens\":0}},"
          + "\"service_tier\":\"default\"}";

  /** A Messages answer. */
  static final String MESSAGES =
      "{\"id\":\"msg_bench0123456789\",\"type\":\"message\",\"role\":\"assistant\","
          + "\"model\":\"bench\",\"content\":[{\"type\":\"text\",\"text\":\"The build fails because"
          + " the socket is closed before the answer has been read to its end. Keep the connection"
          + " open until the last chunk has come, and close it then.\"}],"
          + "\"stop_reason\":\"end_turn\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":64,"
          + "\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":448,"
          + "\"output_tokens\":38}}";

  private static final String CHUNK_HEAD =
      "data: {\"id\":\"chatcmpl-bench0123456789\",\"object\":\"chat.completion.chunk\","
          + "\"created\":1790000000,\"model\":\"bench\",\"choices\":[";

  private FixedAnswers() {}

  /** A Chat Completions stream of so many deltas, with its usage. */
  static List<byte[]> chatStream(int deltas) {
    List<String> events = new ArrayList<>();
    events.add(choice("{\"role\":\"assistant\",\"content\":\"\"}", "null"));
    for (int i = 0; i < deltas; i++) {
      events.add(choice("{\"content\":\" word" + i + "\"}", "null"));
    }
    events.add(choice("{}", "\"stop\""));
    events.add(
        CHUNK_HEAD
            + "],\"usage\":{\"prompt_tokens\":512,\"completion_tokens\":"
            + deltas
            + ",\"total_tokens\":"
            + (512 + deltas)
            + "}}\n\n");
    events.add("data: [DONE]\n\n");
    return bytes(events);
  }

  private static String choice(String delta, String finish) {
    return CHUNK_HEAD
        + "{\"index\":0,\"delta\":"
        + delta
        + ",\"logprobs\":null,\"finish_reason\":"
        + finish
        + "}]}\n\n";
  }

  /** A Messages stream of so many deltas. */
  static List<byte[]> messagesStream(int deltas) {
    List<String> events = new ArrayList<>();
    events.add(
        event(
            "message_start",
            ",\"message\":{\"id\":\"msg_bench0123456789\",\"type\":\"message\","
                + "\"role\":\"assistant\",\"model\":\"bench\",\"content\":[],\"stop_reason\":null,"
                + "\"stop_sequence\":null,\"usage\":{\"input_tokens\":512,\"output_tokens\":1}}"));
    events.add(
        event(
            "content_block_start",
            ",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}"));
    for (int i = 0; i < deltas; i++) {
      events.add(
          event(
              "content_block_delta",
              ",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\" word" + i + "\"}"));
    }
    events.add(event("content_block_stop", ",\"index\":0"));
    events.add(
        event(
            "message_delta",
            ",\"delta\":{\"stop_reason\":\"end_turn\",\"stop_sequence\":null},"
                + "\"usage\":{\"output_tokens\":"
                + deltas
                + "}"));
    events.add(event("message_stop", ""));
    return bytes(events);
  }

  private static String event(String type, String rest) {
    return "event: " + type + "\ndata: {\"type\":\"" + type + "\"" + rest + "}\n\n";
  }

  private static List<byte[]> bytes(List<String> texts) {
    return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }
}
