package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Api;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A provider's error.
 *
 * @param status the HTTP status it came with, or, from within a stream, the one it stands for
 * @param type the provider's error type, or null
 * @param code the provider's error code, or null
 * @param message the provider's words; never blank
 * @param retryAfter how long the provider asked to wait in the error itself, or null
 */
public record UpstreamError(
    int status,
    @Nullable String type,
    @Nullable String code,
    String message,
    @Nullable Duration retryAfter) {
  private static final int MAX_MESSAGE = 500;

  /** Reads the error in a body of any kind. */
  public static UpstreamError read(int status, byte[] body) {
    ErrorReader reader = new ErrorReader();
    try (JsonCursor json = JsonCursor.of(body)) {
      reader.body(json);
    } catch (MalformedJsonException e) {
      return new UpstreamError(status, null, null, plain(status, body), null);
    }
    return reader.error(status);
  }

  /**
   * The same by the type that a header tells, where the body told none.
   *
   * @param header the value of Amazon's {@code x-amzn-errortype}, or null
   */
  public UpstreamError typed(@Nullable String header) {
    return header == null || type != null
        ? this
        : new UpstreamError(status, AwsError.name(header), code, message, retryAfter);
  }

  /**
   * Reads the error that an event within a stream is, under the HTTP status that its code or type
   * stands for; 500 where neither does.
   */
  public static UpstreamError inStream(byte[] data) {
    ErrorReader reader = new ErrorReader();
    try (JsonCursor json = JsonCursor.of(data)) {
      reader.body(json);
    } catch (MalformedJsonException e) {
      return read(500, data);
    }
    return reader.error();
  }

  /**
   * An error's body with {@code provider_metadata} beside {@code error} (contract, section 6).
   *
   * @param metadata a JSON value
   * @return the body as it came where it is no JSON object
   */
  public static byte[] withMetadata(byte[] body, byte[] metadata) {
    try {
      return MetadataPlace.TOP.put(body, metadata);
    } catch (MalformedJsonException e) {
      return body;
    }
  }

  /**
   * Whether a body is an error as an API has it: JSON whose {@code error} is an object, and, in
   * Messages, whose {@code type} is {@code error}; no provider tells errors as the AI SDK has them.
   *
   * @param api the API; null stands for OpenAI's shape
   */
  public static boolean hasShape(@Nullable Api api, byte[] body) {
    if (api == Api.AI_SDK) {
      return false;
    }
    boolean error = false;
    boolean typed = api != Api.MESSAGES;
    try (JsonCursor json = JsonCursor.of(body)) {
      if (!json.at(JsonToken.START_OBJECT)) {
        return false;
      }
      while (json.nextField()) {
        switch (json.name()) {
          case "error" -> {
            error = json.at(JsonToken.START_OBJECT);
            json.skip();
          }
          case "type" -> typed |= "error".equals(json.string());
          default -> json.skip();
        }
      }
      json.finish();
    } catch (MalformedJsonException e) {
      return false;
    }
    return error && typed;
  }

  /** What a body that is no JSON says. */
  private static String plain(int status, byte[] body) {
    String text = new String(body, StandardCharsets.UTF_8).strip();
    if (text.isEmpty() || text.startsWith("<")) {
      return "the provider answered " + status + " without a JSON body";
    }
    return text.length() > MAX_MESSAGE ? text.substring(0, MAX_MESSAGE) : text;
  }
}
