package dev.mooring.gateway.simulator;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A scripted fault of a credential: what goes wrong, how often, and for which requests.
 *
 * @param count events or bytes, by kind
 * @param duration how long a stall lasts; null for ever
 * @param status the status of an error answer
 * @param headers further headers of an error answer
 * @param body the body of an error answer; null for the API's own error shape
 * @param type the error's type; null for what goes with the status
 * @param code the error's code; null for what goes with the status
 * @param message the error's message; null for what goes with the status
 * @param times so many requests; {@link Integer#MAX_VALUE} until cleared
 * @param api only this API; null for every one but the token endpoints
 * @param model only this model; null for every one
 * @param streamed only streams, or only JSON answers; null for both
 */
public record Fault(
    FaultKind kind,
    int count,
    @Nullable Duration duration,
    int status,
    Map<String, String> headers,
    @Nullable String body,
    @Nullable String type,
    @Nullable String code,
    @Nullable String message,
    int times,
    @Nullable SimulatedApi api,
    @Nullable String model,
    @Nullable Boolean streamed) {

  /** A fault of a kind that needs nothing more, once. */
  public static Fault of(FaultKind kind) {
    return of(kind, 0);
  }

  /** A fault of a kind that counts events or bytes, once. */
  public static Fault of(FaultKind kind, int count) {
    return new Fault(kind, count, null, 500, Map.of(), null, null, null, null, 1, null, null, null);
  }

  /** An error answer, once. */
  public static Fault status(int status) {
    return new Fault(
        FaultKind.STATUS, 0, null, status, Map.of(), null, null, null, null, 1, null, null, null);
  }

  /** A 429 with {@code Retry-After} in seconds, once. */
  public static Fault rateLimited(int retryAfterSeconds) {
    return status(429).withHeader("retry-after", Integer.toString(retryAfterSeconds));
  }

  /** A stall of so long, once. */
  public static Fault stall(FaultKind kind, int events, Duration duration) {
    return new Fault(
        kind, events, duration, 500, Map.of(), null, null, null, null, 1, null, null, null);
  }

  /** The same, so many times. */
  public Fault times(int value) {
    return new Fault(
        kind, count, duration, status, headers, body, type, code, message, value, api, model,
        streamed);
  }

  /** The same until it is cleared. */
  public Fault always() {
    return times(Integer.MAX_VALUE);
  }

  /** The same with one more header. */
  public Fault withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Fault(
        kind,
        count,
        duration,
        status,
        Map.copyOf(more),
        body,
        type,
        code,
        message,
        times,
        api,
        model,
        streamed);
  }

  /** The same with these very bytes as body. */
  public Fault withBody(String value) {
    return new Fault(
        kind, count, duration, status, headers, value, type, code, message, times, api, model,
        streamed);
  }

  /** The same with another type, code and message; null for what goes with the status. */
  public Fault withError(
      @Nullable String newType, @Nullable String newCode, @Nullable String newMessage) {
    return new Fault(
        kind,
        count,
        duration,
        status,
        headers,
        body,
        newType,
        newCode,
        newMessage,
        times,
        api,
        model,
        streamed);
  }

  /** The same, only for requests of this API. */
  public Fault onlyFor(SimulatedApi value) {
    return new Fault(
        kind, count, duration, status, headers, body, type, code, message, times, value, model,
        streamed);
  }

  /** The same, only for requests of this upstream model. */
  public Fault onlyForModel(String value) {
    return new Fault(
        kind, count, duration, status, headers, body, type, code, message, times, api, value,
        streamed);
  }

  /** The same, only for streams, or only for JSON answers. */
  public Fault onlyStreamed(boolean value) {
    return new Fault(
        kind, count, duration, status, headers, body, type, code, message, times, api, model,
        value);
  }

  /** Whether it strikes such a request. */
  boolean strikes(SimulatedApi itsApi, String itsModel, boolean itsStreamed) {
    return (api == null ? itsApi.counts() : api == itsApi)
        && (model == null || model.equals(itsModel))
        && (streamed == null || streamed == itsStreamed);
  }
}
