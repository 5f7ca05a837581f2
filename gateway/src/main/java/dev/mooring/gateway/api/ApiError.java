package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.config.Api;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An error of ours, before it takes the shape of an API (contract, section 3).
 *
 * @param status the HTTP status
 * @param type OpenAI's error type; Anthropic's follows from the status
 * @param message what is wrong, for the caller to read
 * @param field the field at fault, or null
 * @param code a word for programs, or null
 * @param model the model that was asked for and does not exist, or null
 */
public record ApiError(
    int status,
    String type,
    String message,
    @Nullable String field,
    @Nullable String code,
    @Nullable String model) {
  /**
   * The header by which the official SDKs know whether to send a request again; without it Claude
   * Code repeats what was refused with 401 for minutes.
   */
  public static final String SHOULD_RETRY = "x-should-retry";

  private static final String INVALID = "invalid_request_error";
  private static final String SERVER = "server_error";

  /** An error that is not about a model. */
  public ApiError(
      int status, String type, String message, @Nullable String field, @Nullable String code) {
    this(status, type, message, field, code, null);
  }

  /** 401: the client key is missing or unknown. */
  public static ApiError unknownKey() {
    return new ApiError(401, INVALID, "missing or unknown API key", null, "invalid_api_key");
  }

  /** 401: the client key's time is over. */
  public static ApiError expiredKey() {
    return new ApiError(401, INVALID, "this API key has expired", null, "expired_api_key");
  }

  /** 403: the client key is switched off. */
  public static ApiError inactiveKey() {
    return new ApiError(
        403, "permission_error", "this API key is switched off", null, "inactive_api_key");
  }

  /** 402: what the caller may spend is spent. */
  public static ApiError budget(String message) {
    return new ApiError(402, "insufficient_quota", message, null, "budget_exceeded");
  }

  /** 403: the client key may not use what was asked for. */
  public static ApiError notAllowed(String message) {
    return new ApiError(403, "permission_error", message, null, "not_allowed");
  }

  /** 404: no such model. */
  public static ApiError unknownModel(String model) {
    String message = "The model '" + model + "' does not exist";
    return new ApiError(404, INVALID, message, "model", AiSdkErrors.MODEL_NOT_FOUND, model);
  }

  /** 500: a fault of the gateway's own. */
  public static ApiError internal() {
    return new ApiError(500, SERVER, "the gateway met a fault of its own", null, "internal_error");
  }

  /** 400: the request is at fault. */
  public static ApiError invalid(InvalidRequestException cause) {
    return invalid(cause.field(), cause.message());
  }

  /** 400: the request is at fault, in a field or as a whole. */
  public static ApiError invalid(@Nullable String field, String message) {
    return new ApiError(400, INVALID, message, field, null);
  }

  /** 413: the body is larger than allowed. */
  public static ApiError tooLarge(long maxBytes) {
    String message = "the request body is too large (expected: at most " + maxBytes + " bytes)";
    return new ApiError(413, INVALID, message, null, "request_too_large");
  }

  /** 429: the caller, or every provider, is rate limited. */
  public static ApiError rateLimited(String message) {
    return new ApiError(429, "rate_limit_error", message, null, "rate_limit_exceeded");
  }

  /** 503: nothing healthy can serve. */
  public static ApiError unavailable(String message) {
    return new ApiError(503, SERVER, message, null, SERVER);
  }

  /** 502: the provider's answer cannot be used. */
  public static ApiError badGateway(String message) {
    return new ApiError(502, SERVER, message, null, "bad_gateway");
  }

  /** 504: the provider did not answer in time. */
  public static ApiError timeout(String message) {
    return new ApiError(504, SERVER, message, null, "timeout");
  }

  /** 408: the caller paused too long within the body. */
  public static ApiError bodyTimeout(Duration silence) {
    String message = "no more of the request body came within " + silence.toMillis() + " ms";
    return new ApiError(408, INVALID, message, null, "request_timeout");
  }

  /** 409: the credential that holds the state that the request leans on is gone. */
  public static ApiError continuityLost(String message) {
    return new ApiError(409, INVALID, message, null, "continuity_lost");
  }

  /** 415: the body's media type or encoding is not understood. */
  public static ApiError unsupportedMediaType(String message) {
    return new ApiError(415, INVALID, message, null, "unsupported_media_type");
  }

  /** 405: the route has no such method. */
  public static ApiError methodNotAllowed(String message) {
    return new ApiError(405, INVALID, message, null, "method_not_allowed");
  }

  /**
   * What came is no proper HTTP: 414 for a request line or 431 for headers that are too long, else
   * 400.
   *
   * @param cause what reading it met; null where that is not known
   */
  public static ApiError notHttp(@Nullable Throwable cause) {
    int status = 400;
    String message = "the request is not valid HTTP";
    if (cause instanceof TooLongHttpLineException) {
      status = 414;
      message = "the request line is too long";
    } else if (cause instanceof TooLongHttpHeaderException) {
      status = 431;
      message = "the request's headers are too long";
    }
    return new ApiError(status, INVALID, message, null, "bad_request");
  }

  /** 404: no such route. */
  public static ApiError notFound(String message) {
    return new ApiError(404, INVALID, message, null, "not_found");
  }

  /**
   * The body of an error in the shape of an API.
   *
   * @param api the API that was called; null gives OpenAI's shape
   * @param metadata a JSON value for {@code provider_metadata}, or null
   */
  public static byte[] body(
      @Nullable Api api, ApiError error, String requestId, byte @Nullable [] metadata) {
    if (api == Api.AI_SDK) {
      return error.aiSdk(requestId, metadata);
    }
    return api == Api.MESSAGES ? error.anthropic(requestId, metadata) : error.openAi(metadata);
  }

  /** Whether the same request would meet it again: time alone changes nothing. */
  public boolean lasts() {
    return status < 500 && status != 402 && status != 408 && status != 429;
  }

  /** The error in the AI SDK's shape; the generation has the request's id. */
  byte[] aiSdk(String requestId, byte @Nullable [] metadata) {
    return JsonText.write(
        json -> {
          aiSdkError(json);
          json.writeStringField("generationId", requestId.replace("req_", "gen_"));
          if (metadata != null) {
            JsonText.rawField(json, SealReader.METADATA, metadata);
          }
        });
  }

  /** The error as the last part of a stream of the AI SDK's. */
  byte[] aiSdkPart(byte @Nullable [] metadata) {
    return JsonText.write(
        json -> {
          json.writeStringField("type", "error");
          aiSdkError(json);
          if (metadata != null) {
            JsonText.rawField(json, SealReader.METADATA, metadata);
          }
        });
  }

  private void aiSdkError(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("error");
    json.writeStringField("message", message);
    json.writeStringField("type", AiSdkErrors.type(status, code));
    if (model == null) {
      json.writeStringField("param", field);
    } else {
      json.writeObjectFieldStart("param");
      json.writeStringField("modelId", model);
      json.writeEndObject();
    }
    json.writeStringField("code", code);
    json.writeEndObject();
  }

  /** The error in OpenAI's shape. */
  byte[] openAi(byte @Nullable [] metadata) {
    return JsonText.write(
        json -> {
          json.writeObjectFieldStart("error");
          json.writeStringField("message", message);
          json.writeStringField("type", type);
          json.writeStringField("param", field);
          json.writeStringField("code", code);
          json.writeEndObject();
          if (metadata != null) {
            JsonText.rawField(json, "provider_metadata", metadata);
          }
        });
  }

  /** The error in Anthropic's shape. */
  byte[] anthropic(@Nullable String requestId, byte @Nullable [] metadata) {
    return JsonText.write(
        json -> {
          json.writeStringField("type", "error");
          json.writeObjectFieldStart("error");
          json.writeStringField("type", anthropicType());
          json.writeStringField("message", message);
          json.writeEndObject();
          if (requestId != null) {
            json.writeStringField("request_id", requestId);
          }
          if (metadata != null) {
            JsonText.rawField(json, "provider_metadata", metadata);
          }
        });
  }

  /** Anthropic's type for the status (platform.claude.com, "Errors"). */
  private String anthropicType() {
    return switch (status) {
      case 401 -> "authentication_error";
      case 402 -> "billing_error";
      case 403 -> "permission_error";
      case 404 -> "not_found_error";
      case 413 -> "request_too_large";
      case 429 -> "rate_limit_error";
      case 503, 529 -> "overloaded_error";
      case 504 -> "timeout_error";
      default -> status < 500 ? INVALID : "api_error";
    };
  }
}
