package dev.mooring.gateway.recorded;

import com.fasterxml.jackson.databind.JsonNode;

/** Understands Bedrock's Converse. */
final class ConverseEar implements Ear {

  @Override
  public void whole(JsonNode answer, Listening said) {
    int index = 0;
    for (JsonNode block : answer.at("/output/message/content")) {
      String key = "" + index++;
      said.text(block.path("text"));
      said.reasoning(block.at("/reasoningContent/reasoningText/text"));
      if (block.path("toolUse").isObject()) {
        said.call(key, block.at("/toolUse/name").asText());
        said.arguments(key, block.at("/toolUse/input").toString());
      }
    }
    stop(answer.path("stopReason"), said);
    usage(answer.path("usage"), said);
  }

  @Override
  public void event(JsonNode event, Listening said) {
    JsonNode start = event.path("contentBlockStart");
    if (start.at("/start/toolUse").isObject()) {
      said.call(start.path("contentBlockIndex").asText(), start.at("/start/toolUse/name").asText());
    }
    JsonNode delta = event.path("contentBlockDelta");
    said.text(delta.at("/delta/text"));
    said.reasoning(delta.at("/delta/reasoningContent/text"));
    said.arguments(
        delta.path("contentBlockIndex").asText(), delta.at("/delta/toolUse/input").asText(""));
    stop(event.at("/messageStop/stopReason"), said);
    usage(event.at("/metadata/usage"), said);
  }

  private static void stop(JsonNode reason, Listening said) {
    switch (reason.asText("")) {
      case "" -> {}
      case "end_turn", "stop_sequence" -> said.stop("end");
      case "tool_use" -> said.stop("calls");
      case "max_tokens" -> said.stop("length");
      default -> said.stop("other");
    }
  }

  private static void usage(JsonNode usage, Listening said) {
    if (usage.isObject()) {
      said.usage(
          usage.path("inputTokens").asLong()
              + usage.path("cacheReadInputTokens").asLong()
              + usage.path("cacheWriteInputTokens").asLong(),
          usage.path("outputTokens").asLong());
    }
  }
}
