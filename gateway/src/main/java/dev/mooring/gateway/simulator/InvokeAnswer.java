package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A Messages answer as Bedrock serves it: the same document, its events in frames. */
record InvokeAnswer(MessagesAnswer messages) implements Answer {

  @Override
  public ObjectNode document() {
    return messages.document();
  }

  @Override
  public String streamType() {
    return "application/vnd.amazon.eventstream";
  }

  @Override
  public List<AwsFrame> events() {
    List<AwsFrame> frames = new ArrayList<>();
    for (SseEvent event : messages.events()) {
      if ("message_stop".equals(event.name())) {
        frames.add(chunk(withMetrics(event.data())));
      } else if (!"ping".equals(event.name())) {
        frames.add(chunk(event.data()));
      }
    }
    return frames;
  }

  @Override
  public AwsFrame error(int index, ApiError error, boolean failed) {
    return AwsFrame.exception(error);
  }

  private static AwsFrame chunk(String event) {
    byte[] bytes = event.getBytes(StandardCharsets.UTF_8);
    return AwsFrame.event(
        "chunk", Json.object().put("bytes", Base64.getEncoder().encodeToString(bytes)));
  }

  private String withMetrics(String stop) {
    Turn turn = messages.turn();
    ObjectNode event = Json.parseKnown(stop);
    event
        .putObject("amazon-bedrock-invocationMetrics")
        .put("inputTokenCount", turn.use().fresh())
        .put("outputTokenCount", turn.outputTokens())
        .put("invocationLatency", 1)
        .put("firstByteLatency", 1)
        .put("cacheReadInputTokenCount", turn.use().read())
        .put("cacheWriteInputTokenCount", turn.use().written());
    return Json.text(event);
  }
}
