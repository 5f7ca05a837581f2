package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.provider.CredentialException;
import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.MultiMap;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt failed.
 *
 * @param kind what follows from it
 * @param error the error as we would say it ourselves
 * @param answer the provider's own answer, where there was one
 * @param retryAfter how long the provider asked to wait, or null
 * @param label what the attempt's report says, for example {@code PROVIDER_TIMEOUT}
 * @param limit the caller's own limit that it did not keep; null where that is not the cause
 * @param quoted whether the label is in the provider's words, some of which repeat the prompt
 */
record Failure(
    FailureClass kind,
    ApiError error,
    @Nullable Answer answer,
    @Nullable Duration retryAfter,
    String label,
    @Nullable Duration limit,
    boolean quoted) {
  private static final String TIMEOUT = "PROVIDER_TIMEOUT";

  private Failure(
      FailureClass kind,
      ApiError error,
      @Nullable Answer answer,
      @Nullable Duration retryAfter,
      String label,
      boolean quoted) {
    this(kind, error, answer, retryAfter, label, null, quoted);
  }

  /**
   * A provider's answer that was an error.
   *
   * @param foreign whether it is in another format than the caller's
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by none
  record Answer(int status, MultiMap headers, byte[] body, boolean foreign) {
    /** Gives the status and the length only: headers and body may hold what is secret. */
    @Override
    public String toString() {
      return "Answer[status=" + status + ", bytes=" + body.length + "]";
    }
  }

  /**
   * The provider answered with an error status.
   *
   * @param retryAfter what its headers ask to wait; null where only the error itself may tell
   */
  static Failure answered(UpstreamError error, Answer answer, @Nullable Duration retryAfter) {
    Duration wait = retryAfter == null ? error.retryAfter() : retryAfter;
    return new Failure(FailureClass.of(error), ours(error), answer, wait, error.message(), true);
  }

  /** The provider told an error inside an answer that had begun well. */
  static Failure told(UpstreamError error) {
    return new Failure(
        FailureClass.of(error), ours(error), null, error.retryAfter(), error.message(), true);
  }

  /** The provider could not be reached, or its answer was not whole. */
  static Failure broken(String message) {
    return new Failure(
        FailureClass.UNAVAILABLE, ApiError.badGateway(message), null, null, message, false);
  }

  /** The provider answered well, but with what this caller cannot be given. */
  static Failure unfit(String message) {
    return new Failure(
        FailureClass.REFUSED, ApiError.badGateway(message), null, null, message, false);
  }

  /** The provider cannot be asked for what the request needs. */
  static Failure untranslatable(InvalidRequestException why) {
    return new Failure(
        FailureClass.REFUSED, ApiError.invalid(why), null, null, why.message(), false);
  }

  /** There is no token for the credential: it was refused, or nobody could say. */
  static Failure unauthorized(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    if (!(cause instanceof CredentialException told) || !told.refused()) {
      return broken(message);
    }
    return new Failure(
        FailureClass.REJECTED, ApiError.badGateway(message), null, null, message, false);
  }

  /** The provider took too long. */
  static Failure timeout(String message) {
    return new Failure(
        FailureClass.UNAVAILABLE, ApiError.timeout(message), null, null, TIMEOUT, false);
  }

  /**
   * The provider took longer than the caller gives its own credential: no fault of the credential's
   * health, and not worth a retry.
   */
  static Failure pastLimit(Duration limit) {
    String message = "no answer within " + limit.toMillis() + " ms, the limit of providerTimeouts";
    return new Failure(
        FailureClass.REFUSED, ApiError.timeout(message), null, null, TIMEOUT, limit, false);
  }

  /** No connection could be had, or it went before there was an answer. */
  static Failure unreachable(Throwable cause) {
    if (cause instanceof ConnectTimeoutException || cause instanceof TimeoutException) {
      return timeout("no connection to the provider in time");
    }
    if (cause instanceof ConnectionPoolTooBusyException) {
      String message = "too many requests wait for a connection to the provider";
      return new Failure(
          FailureClass.UNAVAILABLE, ApiError.unavailable(message), null, null, message, false);
    }
    return broken("the provider cannot be reached, or closed the connection");
  }

  /** The same failure with the credential's secret taken out of what is told of it. */
  Failure without(String secret) {
    ApiError clean =
        new ApiError(
            error.status(),
            Redaction.redact(error.type(), secret),
            Redaction.redact(error.message(), secret),
            error.field(),
            error.code() == null ? null : Redaction.redact(error.code(), secret));
    String told = Redaction.redact(label, secret);
    return new Failure(kind, clean, answer, retryAfter, told, limit, quoted);
  }

  /** What the trail says: the label, but the kind and the status in place of a provider's words. */
  String step() {
    return quoted ? kind.label() + " with " + error.status() : label;
  }

  /** Whether time ran out. */
  boolean timedOut() {
    return label.equals(TIMEOUT);
  }

  /** The status that the provider answered with; 0 where it gave none. */
  int status() {
    return answer == null ? 0 : answer.status();
  }

  private static ApiError ours(UpstreamError error) {
    String type = error.type() == null ? "api_error" : error.type();
    return new ApiError(error.status(), type, error.message(), null, error.code());
  }
}
