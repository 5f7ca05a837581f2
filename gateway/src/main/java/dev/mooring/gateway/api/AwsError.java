package dev.mooring.gateway.api;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Amazon's errors, by the names of its exceptions (Bedrock's API reference, 2026-08). */
final class AwsError {
  private static final String NO_MESSAGE = "the provider gave no message";

  private AwsError() {}

  /** The error of a frame whose payload tells it. */
  static UpstreamError of(@Nullable String type, byte[] payload) {
    String name = type == null ? null : name(type);
    int status = status(name);
    return new UpstreamError(
        status, name, null, UpstreamError.read(status, payload).message(), null);
  }

  /** An error by its type and its words. */
  static UpstreamError of(@Nullable String type, @Nullable String message) {
    String name = type == null ? null : name(type);
    return new UpstreamError(
        status(name),
        name,
        null,
        message == null || message.isBlank() ? NO_MESSAGE : message,
        null);
  }

  /**
   * The bare name of an exception as a header or a body has it, which may put a namespace before
   * and an address after: {@code com.amazon#ThrottlingException:http://…}.
   */
  static String name(String type) {
    String name = type.substring(type.lastIndexOf('#', colon(type)) + 1, colon(type));
    return name.strip();
  }

  /** The status that an exception stands for; 500 where it stands for none. */
  static int status(@Nullable String name) {
    if (name == null) {
      return 500;
    }
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "validationexception" -> 400;
      case "accessdeniedexception", "expiredtokenexception", "unrecognizedclientexception" -> 403;
      case "resourcenotfoundexception" -> 404;
      case "modeltimeoutexception" -> 408;
      case "throttlingexception",
          "modelnotreadyexception",
          "servicequotaexceededexception",
          "toomanyrequestsexception" ->
          429;
      case "serviceunavailableexception" -> 503;
      default -> 500;
    };
  }

  private static int colon(String type) {
    int colon = type.indexOf(':');
    return colon < 0 ? type.length() : colon;
  }
}
