package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.translate.model.AnswerCollector;
import dev.mooring.gateway.translate.model.AnswerReader;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelAnswer;
import java.io.IOException;
import java.util.Objects;

/** Reads whole answers of Messages. */
public final class MessagesAnswerReader implements AnswerReader {

  @Override
  public ModelAnswer read(byte[] body) {
    JsonNode message = parse(body);
    if (!message.path("content").isArray()) {
      throw new MalformedAnswerException("the provider's answer has no content");
    }
    AnswerCollector collector = new AnswerCollector();
    Usages usages = new Usages();
    usages.add(message.path("usage"));
    collector.begin(
        message.path("id").textValue(), message.path("model").textValue(), usages.told());
    Blocks blocks = new Blocks(collector);
    int index = 0;
    for (JsonNode block : message.path("content")) {
      blocks.start(index, block);
      blocks.stop(index++);
    }
    blocks.refusal(message.path("stop_details"));
    blocks.end();
    collector.finish(
        blocks.stop(StopWords.read(message.path("stop_reason").textValue())),
        message.path("stop_sequence").textValue(),
        usages.told());
    return Objects.requireNonNull(collector.answer());
  }

  private static JsonNode parse(byte[] body) {
    try {
      return Json.read(body);
    } catch (IOException e) {
      throw new MalformedAnswerException("the provider's answer is not valid JSON");
    }
  }
}
