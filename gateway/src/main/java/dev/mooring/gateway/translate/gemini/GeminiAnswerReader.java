package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.translate.model.AnswerCollector;
import dev.mooring.gateway.translate.model.AnswerReader;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelAnswer;
import java.io.IOException;

/** Reads whole answers of Gemini. */
public final class GeminiAnswerReader implements AnswerReader {

  @Override
  public ModelAnswer read(byte[] body) {
    AnswerCollector collector = new AnswerCollector();
    GeminiAnswer answer = new GeminiAnswer(collector);
    answer.response(json(body));
    answer.end();
    ModelAnswer told = collector.answer();
    if (told == null) {
      throw new MalformedAnswerException("the provider's answer has no candidate");
    }
    return told;
  }

  private static JsonNode json(byte[] body) {
    try {
      return Json.read(body);
    } catch (IOException e) {
      throw new MalformedAnswerException("the provider's answer is no JSON");
    }
  }
}
