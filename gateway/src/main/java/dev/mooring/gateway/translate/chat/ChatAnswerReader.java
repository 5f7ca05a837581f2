package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.translate.model.AnswerCollector;
import dev.mooring.gateway.translate.model.AnswerReader;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelAnswer;
import java.io.IOException;
import java.util.Objects;

/** Reads whole answers of providers that speak Chat Completions. */
public final class ChatAnswerReader implements AnswerReader {

  /** A reader. */
  public ChatAnswerReader() {}

  @Override
  public ModelAnswer read(byte[] body) {
    JsonNode answer = parse(body);
    JsonNode choice = answer.path("choices").path(0);
    JsonNode message = choice.path("message");
    if (!message.isObject()) {
      throw new MalformedAnswerException("the provider's answer has no message");
    }
    AnswerCollector collector = new AnswerCollector();
    MessageDeltas deltas = new MessageDeltas(collector, true);
    String id = ChatChunk.textOrNull(answer.path("id"));
    collector.begin(id, ChatChunk.textOrNull(answer.path("model")), null);
    deltas.read(message, id);
    ChatChunk.citations(answer, deltas);
    deltas.close();
    ChatStop stop = ChatStop.read(choice, deltas);
    collector.finish(stop.reason(), stop.sequence(), ChatChunk.usage(answer));
    return Objects.requireNonNull(collector.answer());
  }

  private static JsonNode parse(byte[] body) {
    try {
      return Json.read(body);
    } catch (IOException e) {
      throw new MalformedAnswerException("the provider's answer is no JSON");
    }
  }
}
