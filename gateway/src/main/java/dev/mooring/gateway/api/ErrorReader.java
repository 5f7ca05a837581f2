package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads an error in any of the shapes that providers use: OpenAI's and Anthropic's object,
 * Google's, which may stand in an array and has details, a plain string, or the error's fields at
 * the top level.
 */
final class ErrorReader {
  /** Google's durations: seconds, perhaps with a fraction. */
  private static final Pattern DELAY = Pattern.compile("(\\d{1,9})(\\.\\d{1,9})?s");

  private @Nullable String type;
  private @Nullable String code;
  private @Nullable String message;
  private @Nullable Duration retryAfter;
  private boolean found;

  /** Whether there was an error. */
  boolean found() {
    return found;
  }

  /** Reads a whole object that tells of an error, or an array of such. */
  void body(JsonCursor json) {
    if (!json.at(JsonToken.START_ARRAY)) {
      object(json);
      return;
    }
    while (json.nextElement()) {
      object(json);
    }
  }

  /** Reads one such object. */
  private void object(JsonCursor json) {
    if (!json.enters(JsonToken.START_OBJECT)) {
      return;
    }
    ErrorReader outer = new ErrorReader();
    while (json.nextField()) {
      if (json.name().equals("error")) {
        error(json);
      } else {
        outer.field(json);
      }
    }
    type = type == null && !"error".equals(outer.type) ? outer.type : type;
    code = code == null ? outer.code : code;
    message = message == null ? outer.message : message;
    found |= message != null;
  }

  /** Reads the value of {@code error}; JSON's null is none. */
  void error(JsonCursor json) {
    if (json.at(JsonToken.VALUE_STRING)) {
      message = json.text();
      found = true;
    } else if (json.enters(JsonToken.START_OBJECT)) {
      found = true;
      while (json.nextField()) {
        field(json);
      }
    }
  }

  /** The error under a status. */
  UpstreamError error(int status) {
    String told = message == null ? "the provider gave no message" : message;
    return new UpstreamError(status, type, code, told, retryAfter);
  }

  /** The error under the HTTP status that its type or code stands for. */
  UpstreamError error() {
    return error(status());
  }

  /** Reads one field of an error. */
  private void field(JsonCursor json) {
    switch (json.name()) {
      case "type" -> type = text(json);
      case "__type" -> type = type == null ? awsName(json) : type;
      case "status" -> type = type == null && json.at(JsonToken.VALUE_STRING) ? text(json) : type;
      case "code" -> code = text(json);
      case "message", "detail", "Message" -> message = message == null ? text(json) : message;
      case "details" -> details(json);
      default -> {}
    }
    json.skip();
  }

  /** The name of an exception of Amazon's. */
  private static @Nullable String awsName(JsonCursor json) {
    String type = text(json);
    return type == null ? null : AwsError.name(type);
  }

  /** Reads what Google tells beside the message: the reason, and how long to wait. */
  private void details(JsonCursor json) {
    if (!json.at(JsonToken.START_ARRAY)) {
      return;
    }
    while (json.nextElement()) {
      if (json.enters(JsonToken.START_OBJECT)) {
        detail(json);
      }
    }
  }

  private void detail(JsonCursor json) {
    while (json.nextField()) {
      switch (json.name()) {
        case "reason" -> code = json.at(JsonToken.VALUE_STRING) ? json.text() : code;
        case "retryDelay" -> retryAfter = delay(json.at(JsonToken.VALUE_STRING) ? json.text() : "");
        default -> {}
      }
      json.skip();
    }
  }

  /** The duration in a text such as {@code 34.07s}; null for what is none. */
  private static @Nullable Duration delay(String text) {
    Matcher matcher = DELAY.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    return Duration.ofMillis((long) Math.ceil(1000 * Double.parseDouble(text.replace("s", ""))));
  }

  /** The text of a string or whole number, else null. */
  private static @Nullable String text(JsonCursor json) {
    boolean told = json.at(JsonToken.VALUE_STRING) || json.at(JsonToken.VALUE_NUMBER_INT);
    return told ? json.text() : null;
  }

  /** The status that the code, or else the type, stands for; 500 where neither does. */
  private int status() {
    if (code != null && code.matches("[45]\\d\\d")) {
      return Integer.parseInt(code);
    }
    int byCode = status(code);
    int byType = byCode == 0 ? status(type) : byCode;
    return byType == 0 ? 500 : byType;
  }

  /** The status that a word stands for; 0 where it stands for none. */
  private static int status(@Nullable String word) {
    if (word == null) {
      return 0;
    }
    return switch (word) {
      case "invalid_request_error",
          "context_length_exceeded",
          "invalid_prompt",
          "INVALID_ARGUMENT",
          "FAILED_PRECONDITION" ->
          400;
      case "authentication_error", "invalid_api_key", "UNAUTHENTICATED" -> 401;
      case "billing_error" -> 402;
      case "permission_error", "forbidden", "PERMISSION_DENIED" -> 403;
      case "not_found_error", "not_found", "model_not_found", "NOT_FOUND" -> 404;
      case "request_too_large" -> 413;
      case "failed_dependency" -> 424;
      case "rate_limit_error",
          "rate_limit_exceeded",
          "insufficient_quota",
          "usage_limit_reached",
          "RESOURCE_EXHAUSTED" ->
          429;
      case "UNAVAILABLE" -> 503;
      case "timeout_error", "DEADLINE_EXCEEDED" -> 504;
      case "overloaded_error", "server_is_overloaded", "slow_down" -> 529;
      default -> 0;
    };
  }
}
