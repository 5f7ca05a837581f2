package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Signature;
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
  private boolean begun;
  private boolean failed;
  private @Nullable String finishReason;
  private boolean blocked;
  private @Nullable TokenUsage usage;

  /** An answer of which nothing has come yet. */
  GeminiAnswer(AnswerSink sink) {
    this.sink = sink;
    this.parts = new GeminiParts(sink);
  }

  /** Takes the next response; one that tells an error may stand in an array. */
  void response(JsonNode response) {
    if (failed) {
      return;
    }
    if (response.isArray()) {
      response.forEach(this::response);
      return;
    }
    if (!response.isObject()) {
      throw new MalformedAnswerException("the provider's answer is no JSON object");
    }
    JsonNode error = response.path("error");
    if (!error.isMissingNode() && !error.isNull()) {
      fail(response, error);
      return;
    }
    TokenUsage told = GeminiUsage.read(response.path("usageMetadata"));
    usage = told == null ? usage : told;
    begin(response);
    JsonNode feedback = response.path("promptFeedback").path("blockReason");
    blocked |= feedback.isTextual();
    for (JsonNode candidate : response.path("candidates")) {
      if (candidate.path("index").asInt(0) == 0) {
        candidate(candidate);
      }
    }
  }

  /** Whether the provider has said why the answer ended. */
  boolean finished() {
    return finishReason != null || blocked;
  }

  /** Whether the provider told an error. */
  boolean failed() {
    return failed;
  }

  /** Nothing more comes: tells the regular end if the answer had come to it. */
  void end() {
    if (failed || !finished()) {
      return;
    }
    parts.end();
    StopReason stop =
        finishReason == null ? StopReason.REFUSAL : GeminiStop.read(finishReason, parts.called());
    sink.finish(stop, null, usage);
  }

  private void begin(JsonNode response) {
    if (begun) {
      return;
    }
    begun = true;
    String id = text(response, "responseId");
    parts.answerId(id);
    sink.begin(id, text(response, "modelVersion"), usage);
  }

  private void candidate(JsonNode candidate) {
    candidate.path("content").path("parts").forEach(parts::part);
    String reason = text(candidate, "finishReason");
    if (reason != null && !reason.isEmpty()) {
      finishReason = reason;
    }
  }

  private void fail(JsonNode response, JsonNode error) {
    failed = true;
    int code = error.path("code").asInt(0);
    byte[] body = Json.text(response).getBytes(StandardCharsets.UTF_8);
    sink.fail(UpstreamError.read(code >= 400 && code < 600 ? code : 500, body));
  }

  /** A text field, or null. */
  static @Nullable String text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    return value.isTextual() ? value.textValue() : null;
  }

  /** The seal on a part, or null. */
  static @Nullable Signature seal(JsonNode part) {
    String text = text(part, "thoughtSignature");
    return text == null || text.isEmpty() ? null : new Signature(Signature.Family.GOOGLE, text);
  }
}
