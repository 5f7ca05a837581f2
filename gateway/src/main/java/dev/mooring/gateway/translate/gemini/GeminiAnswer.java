package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One answer, told as its responses come: one when it is whole, else one for each event of the
 * stream.
 */
final class GeminiAnswer {
  private final AnswerSink sink;
  private final GeminiParts parts;
  private final GeminiSources sources = new GeminiSources();
  private boolean begun;
  private boolean failed;
  private boolean answered;
  private boolean blocked;
  private @Nullable String finishReason;
  private @Nullable TokenUsage usage;

  /** An answer of which nothing has come yet. */
  GeminiAnswer(AnswerSink sink) {
    this.sink = sink;
    this.parts = new GeminiParts(sink);
  }

  /** Takes the next response; one that tells an error may stand in an array. */
  void response(JsonNode response) {
    if (response.isArray()) {
      response.forEach(this::response);
      return;
    }
    if (failed) {
      return;
    }
    if (!response.isObject()) {
      throw new MalformedAnswerException("the provider's answer is no JSON object");
    }
    if (response.hasNonNull("error")) {
      fail(response);
      return;
    }
    TokenUsage told = GeminiUsage.read(response.path("usageMetadata"));
    usage = told == null ? usage : told;
    begin(response);
    blocked |= response.path("promptFeedback").path("blockReason").isTextual();
    for (JsonNode candidate : response.path("candidates")) {
      if (candidate.isObject() && candidate.path("index").asInt(0) == 0) {
        candidate(candidate);
      }
    }
  }

  /**
   * Nothing more comes: tells the regular end if the answer had come to it.
   *
   * @param whole whether it came in one piece, which is its end whether it says so or not
   */
  void end(boolean whole) {
    boolean ended = finishReason != null || blocked || (whole && answered);
    if (failed || !ended) {
      return;
    }
    parts.end();
    StopReason stop =
        finishReason == null && blocked
            ? StopReason.REFUSAL
            : GeminiStop.read(finishReason == null ? "STOP" : finishReason, parts.called());
    sink.finish(stop, null, usage);
  }

  private void begin(JsonNode response) {
    if (!begun) {
      begun = true;
      String id = text(response, "responseId");
      parts.answerId(id);
      sink.begin(id, text(response, "modelVersion"), usage);
    }
  }

  private void candidate(JsonNode candidate) {
    answered = true;
    candidate.path("content").path("parts").forEach(parts::part);
    sources.tell(candidate.path("groundingMetadata"), sink);
    String reason = text(candidate, "finishReason");
    finishReason = reason == null ? finishReason : reason;
  }

  private void fail(JsonNode response) {
    failed = true;
    int code = response.path("error").path("code").asInt(0);
    byte[] body = Json.text(response).getBytes(StandardCharsets.UTF_8);
    sink.fail(UpstreamError.read(code >= 400 && code < 600 ? code : 500, body));
  }

  /** A text field that is not empty, or null. */
  private static @Nullable String text(JsonNode node, String name) {
    String text = node.path(name).asText("");
    return text.isEmpty() ? null : text;
  }
}
