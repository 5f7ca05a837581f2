package dev.mooring.gateway.translate.responses;

import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.StopReason;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a response stands, in the API's words.
 *
 * @param status {@code in_progress}, {@code completed}, {@code incomplete} or {@code failed}
 * @param incomplete the reason where it is incomplete, else null
 * @param code the error's code where it has failed, else null
 * @param message the error's message where it has failed, else null
 */
record ResponseEnd(
    String status, @Nullable String incomplete, @Nullable String code, @Nullable String message) {
  /** Not at its end. */
  static final ResponseEnd OPEN = new ResponseEnd("in_progress", null, null, null);

  private static final ResponseEnd COMPLETED = new ResponseEnd("completed", null, null, null);
  private static final ResponseEnd TOO_LONG = incomplete("max_output_tokens");
  private static final ResponseEnd FILTERED = incomplete("content_filter");

  /** Codes by which clients know that sending the same again is of no use. */
  private static final Set<String> FINAL_CODES =
      Set.of("context_length_exceeded", "insufficient_quota", "invalid_prompt");

  /**
   * A regular end.
   *
   * @param refused whether the answer has the words of a refusal
   */
  static ResponseEnd of(StopReason stop, boolean refused) {
    return switch (stop) {
      case END, STOP_SEQUENCE, TOOL_CALLS, PAUSE, OTHER -> COMPLETED;
      case MAX_TOKENS, CONTEXT_WINDOW -> TOO_LONG;
      case REFUSAL -> refused ? COMPLETED : FILTERED;
      case ERROR ->
          new ResponseEnd("failed", null, "server_error", "the model produced what cannot be used");
    };
  }

  /** An error's end; its code is one that clients retry on, unless that is of no use. */
  static ResponseEnd of(UpstreamError error) {
    String code =
        error.code() != null && FINAL_CODES.contains(error.code())
            ? error.code()
            : error.status() == 429 ? "rate_limit_exceeded" : "server_error";
    return new ResponseEnd("failed", null, code, error.message());
  }

  /** Whether it was cut short. */
  boolean isIncomplete() {
    return incomplete != null;
  }

  private static ResponseEnd incomplete(String reason) {
    return new ResponseEnd("incomplete", reason, null, null);
  }
}
