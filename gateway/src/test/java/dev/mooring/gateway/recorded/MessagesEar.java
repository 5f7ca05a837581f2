package dev.mooring.gateway.recorded;

import com.fasterxml.jackson.databind.JsonNode;

/** Understands Messages. */
final class MessagesEar implements Ear {
  private long input;
  private long cacheRead;
  private long cacheWrite;

  @Override
  public void whole(JsonNode answer, Listening said) {
    int index = 0;
    for (JsonNode block : answer.path("content")) {
      String key = "" + index++;
      block(key, block, said);
    }
    stop(answer, said);
    usage(answer.path("usage"), said);
    error(answer, said);
  }

  @Override
  public void event(JsonNode event, Listening said) {
    String key = event.path("index").asText();
    switch (event.path("type").asText()) {
      case "message_start" -> usage(event.at("/message/usage"), said);
      case "content_block_start" -> block(key, event.path("content_block"), said);
      case "content_block_delta" -> {
        said.text(event.at("/delta/text"));
        said.reasoning(event.at("/delta/thinking"));
        said.arguments(key, event.at("/delta/partial_json").asText(""));
      }
      case "message_delta" -> {
        stop(event.path("delta"), said);
        usage(event.path("usage"), said);
      }
      case "error" -> error(event, said);
      default -> {}
    }
  }

  private static void block(String key, JsonNode block, Listening said) {
    switch (block.path("type").asText()) {
      case "text" -> said.text(block.path("text"));
      case "thinking" -> said.reasoning(block.path("thinking"));
      case "tool_use" -> {
        said.call(key, block.path("name").asText());
        said.arguments(key, block.path("input").isEmpty() ? "" : block.path("input").toString());
      }
      default -> {}
    }
  }

  private static void stop(JsonNode holder, Listening said) {
    said.text(holder.at("/stop_details/explanation"));
    switch (holder.path("stop_reason").asText("null")) {
      case "null" -> {}
      case "end_turn", "stop_sequence", "pause_turn" -> said.stop("end");
      case "tool_use" -> said.stop("calls");
      case "max_tokens", "model_context_window_exceeded" -> said.stop("length");
      case "refusal" -> said.stop("refusal");
      default -> said.stop("other");
    }
  }

  private void usage(JsonNode usage, Listening said) {
    if (usage.isObject()) {
      input = usage.path("input_tokens").asLong(input);
      cacheRead = usage.path("cache_read_input_tokens").asLong(cacheRead);
      cacheWrite = usage.path("cache_creation_input_tokens").asLong(cacheWrite);
      said.usage(input + cacheRead + cacheWrite, usage.path("output_tokens").asLong());
    }
  }

  private static void error(JsonNode holder, Listening said) {
    if (holder.path("error").isObject()) {
      said.error(holder.at("/error/message").asText());
    }
  }
}
