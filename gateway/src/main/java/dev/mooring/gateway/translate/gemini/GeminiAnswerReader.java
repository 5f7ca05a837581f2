package dev.mooring.gateway.translate.gemini;

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
    try {
      answer.response(Json.read(body));
    } catch (IOException e) {
      throw new MalformedAnswerException("the provider's answer is no JSON");
    }
    answer.end(true);
    ModelAnswer told = collector.answer();
    if (told == null) {
      throw new MalformedAnswerException("the provider's answer has no candidate");
    }
    return told;
  }
}
