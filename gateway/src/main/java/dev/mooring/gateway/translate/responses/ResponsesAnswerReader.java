package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.translate.model.AnswerCollector;
import dev.mooring.gateway.translate.model.AnswerReader;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelAnswer;
import java.io.IOException;
import java.util.Objects;

/** Reads whole answers of the Responses API; pages that the answer leans on come last. */
public final class ResponsesAnswerReader implements AnswerReader {

  @Override
  public ModelAnswer read(byte[] body) {
    AnswerCollector answer = new AnswerCollector();
    new AnswerTelling(answer).finish(parse(body));
    return Objects.requireNonNull(answer.answer());
  }

  private static JsonNode parse(byte[] body) {
    try {
      JsonNode response = Json.read(body);
      if (response.path("output").isArray()) {
        return response;
      }
    } catch (IOException e) {
      throw new MalformedAnswerException("the provider's answer is not valid JSON");
    }
    throw new MalformedAnswerException("the provider's answer has no output");
  }
}
