package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.config.TimeoutsConfig;
import dev.mooring.gateway.provider.UpstreamRequest;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.telemetry.CallSpan;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * One call of one candidate, up to its answer's head; what comes after is for a {@link JsonRelay}
 * or a {@link StreamRelay}, which share its timer.
 *
 * <p>A connection that had idled in the pool and turns out to be closed is replaced once, unseen:
 * no byte of an answer had come.
 */
final class Attempt {
  private static final int MAX_ERROR_BODY = 1 << 20;

  /** The longest that an error's body is waited for, whole. */
  private static final Duration ERROR_PATIENCE = Duration.ofSeconds(5);

  /** The longest that is waited for a token that the provider is to be shown. */
  private static final Duration TOKEN_PATIENCE = Duration.ofSeconds(15);

  private final Loop loop;
  private final PlanCandidate candidate;
  private final InstantSource clock;
  private final Listener listener;
  private final RequestOptions options;
  private UpstreamRequest unauthorized;
  private Outbound outbound;
  private Buffer body;
  private final LazyTimer timer;
  private final LazyTimer limitTimer;

  /** How long the caller gives its own credential; null for no more than all are given. */
  private final @Nullable Duration limit;

  private @Nullable Runnable onTimeout;
  private boolean pastLimit;
  private @Nullable HttpClientRequest request;
  private boolean over;
  private boolean answerEnded;
  private boolean replaced;
  private Instant sent;
  private @Nullable Duration firstEventAfter;
  private long sendingNanos;
  private long sentNanos;
  private long answeredNanos;
  private long lastByteNanos;

  /** Hears how an attempt went; called at most once, on the event loop. */
  interface Listener {
    /** The head of a success came; handlers must be set before this returns. */
    void answered(Attempt attempt, HttpClientResponse response);

    /** It failed before that. */
    void failed(Attempt attempt, Failure failure);
  }

  Attempt(
      Loop loop,
      PlanCandidate candidate,
      Inbound inbound,
      Outbound outbound,
      InstantSource clock,
      Listener listener) {
    this.loop = loop;
    this.candidate = candidate;
    this.clock = clock;
    this.listener = listener;
    this.outbound = outbound;
    this.body = Bytes.wrap(outbound.body());
    this.timer = new LazyTimer(loop.patience());
    this.limitTimer = new LazyTimer(loop.patience());
    Long asked = inbound.envelope().options().byokTimeouts().get(candidate.provider());
    this.limit = candidate.byok() && asked != null ? Duration.ofMillis(asked) : null;
    this.sent = clock.instant();
    MultiMap headers = HeaderPolicy.upstream(inbound, candidate, outbound);
    this.unauthorized = request(headers);
    this.options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost(candidate.upstream().host())
            .setPort(candidate.upstream().port())
            .setSsl(candidate.upstream().tls())
            .setURI(outbound.call().target())
            .setConnectTimeout(timeouts().connect().toMillis())
            .setHeaders(headers);
  }

  private UpstreamRequest request(MultiMap headers) {
    return new UpstreamRequest(
        HttpMethod.POST.name(),
        outbound.call().target(),
        headers,
        outbound.body(),
        candidate.account());
  }

  /** Lets go of the body, which may be large and has been sent. */
  private void release() {
    outbound = outbound.sent();
    body = Buffer.buffer();
    unauthorized = request(unauthorized.headers());
  }

  /** Who is called. */
  PlanCandidate candidate() {
    return candidate;
  }

  /** What it is called with. */
  Outbound outbound() {
    return outbound;
  }

  /** Whether it has ended, failed or been cancelled. */
  boolean over() {
    return over;
  }

  /** How long ago the request was sent upstream: the provider's cache clock starts there. */
  Duration sinceSent() {
    return Duration.between(sent, clock.instant());
  }

  /** How long it waited for a connection, in nanoseconds. */
  long connectNanos() {
    return sentNanos - sendingNanos;
  }

  /** How long the provider took from the request to the head of its answer, in nanoseconds. */
  long headNanos() {
    return answeredNanos - sentNanos;
  }

  /** When the answer's last byte so far came, by {@link System#nanoTime}. */
  long lastByteNanos() {
    return lastByteNanos;
  }

  /** Tells the provider of the trace that this call is part of, in place of the caller's own. */
  void joins(CallSpan span) {
    MultiMap headers = options.getHeaders();
    headers.remove("traceparent").remove("tracestate");
    span.propagate((name, value) -> headers.set(name, value));
  }

  /** Sends the request. */
  void send() {
    sendingNanos = System.nanoTime();
    sent = clock.instant();
    if (limit != null) {
      limitTimer.start(limit.toMillis(), this::limitReached);
    }
    Future<Void> authorized = candidate.upstream().authorize(unauthorized);
    if (authorized == null) {
      connect();
    } else {
      Duration firstByte = timeouts().firstByte();
      Duration patience = firstByte.compareTo(TOKEN_PATIENCE) < 0 ? firstByte : TOKEN_PATIENCE;
      expect(
          patience,
          () ->
              cancelThenFail(
                  tooSlow(
                      "no token for the provider's credential within "
                          + patience.toMillis()
                          + " ms")));
      authorized.onComplete(this::authorized);
    }
  }

  private void authorized(AsyncResult<Void> result) {
    if (result.succeeded()) {
      if (!over) {
        timer.stop();
        connect();
      }
      return;
    }
    fail(Failure.unauthorized(result.cause()));
  }

  private void connect() {
    loop.upstreams()
        .client()
        .request(options)
        .onComplete(
            connected -> {
              if (connected.failed()) {
                fail(Failure.unreachable(connected.cause()));
                return;
              }
              HttpClientRequest opened = connected.result();
              // The answer's future tells what goes wrong; a reset of ours is no news for the log.
              opened.exceptionHandler(unused -> {});
              if (over) {
                opened.reset();
              } else {
                sendOn(opened);
              }
            });
  }

  /** Ends the call wherever it is; the listener hears nothing more. */
  void cancel() {
    over = true;
    stopTimers();
    if (request != null && !answerEnded) {
      answerEnded = true;
      request.reset();
    }
  }

  /** The first event of the answer's stream came. */
  void firstEvent() {
    firstEventAfter = sinceSent();
  }

  /** How long the first event of its stream took; null where none came. */
  @Nullable Duration firstEventAfter() {
    return firstEventAfter;
  }

  /** Limits the wait for the next piece of the answer; each piece puts it off. */
  void expect(Duration within, Runnable action) {
    onTimeout = action;
    timer.start(within.toMillis(), action);
  }

  /** A stream has begun: the caller's own limit is kept. */
  void begun() {
    limitTimer.stop();
  }

  /** The failure of a wait that was too long, by the caller's own limit where that has passed. */
  Failure tooSlow(String message) {
    return pastLimit && limit != null ? Failure.pastLimit(limit) : Failure.timeout(message);
  }

  private void limitReached() {
    pastLimit = true;
    Runnable waiting = onTimeout;
    if (waiting != null) {
      timer.stop();
      waiting.run();
    } else {
      cancelThenFail(tooSlow(""));
    }
  }

  private void stopTimers() {
    timer.stop();
    limitTimer.stop();
  }

  /** A piece of the answer came. */
  void heard() {
    timer.putOff();
  }

  /** Bytes of the answer came, or its end. */
  void arrived() {
    lastByteNanos = System.nanoTime();
  }

  /** The answer ended by itself; the connection belongs to others now. */
  void answerEnded() {
    arrived();
    answerEnded = true;
    over = true;
    stopTimers();
  }

  TimeoutsConfig timeouts() {
    return candidate.upstream().config().timeouts();
  }

  private void sendOn(HttpClientRequest opened) {
    request = opened;
    boolean reused = loop.upstreams().reused(opened.connection());
    sent = clock.instant();
    sentNanos = System.nanoTime();
    Duration patience = timeouts().firstByte();
    expect(
        patience,
        () ->
            cancelThenFail(
                tooSlow("no answer within " + patience.toMillis() + " ms of the request")));
    opened
        .send(body)
        .onComplete(
            answered -> {
              if (over) {
                return;
              }
              if (answered.succeeded()) {
                answered(answered.result());
              } else if (reused && !replaced && Upstreams.closed(answered.cause())) {
                replaced = true;
                timer.stop();
                request = null;
                send();
              } else {
                fail(Failure.unreachable(answered.cause()));
              }
            });
  }

  private void answered(HttpClientResponse response) {
    release();
    answeredNanos = System.nanoTime();
    lastByteNanos = answeredNanos;
    Redaction.redact(response.headers(), candidate.account().apiKey());
    int status = response.statusCode();
    boolean empty = status == 204 || status == 205;
    if (status >= 200 && status < 300 && !empty) {
      listener.answered(this, response);
    } else if (status < 400 || status > 599) {
      response.exceptionHandler(unused -> {});
      cancelThenFail(Failure.broken("unexpected status " + status + " from the provider"));
    } else {
      collectError(response);
    }
  }

  private void collectError(HttpClientResponse response) {
    Buffer collected = Buffer.buffer();
    Duration idle = timeouts().idle();
    Duration patience = idle.compareTo(ERROR_PATIENCE) < 0 ? idle : ERROR_PATIENCE;
    expect(patience, () -> concludeError(response, collected));
    response.handler(
        piece -> {
          int room = MAX_ERROR_BODY - collected.length();
          collected.appendBuffer(piece.slice(0, Math.min(room, piece.length())));
          if (collected.length() == MAX_ERROR_BODY) {
            concludeError(response, collected);
          }
        });
    response.exceptionHandler(unused -> concludeError(response, collected));
    response.endHandler(
        unused -> {
          answerEnded = true;
          concludeError(response, collected);
        });
  }

  private void concludeError(HttpClientResponse response, Buffer collected) {
    if (over) {
      return;
    }
    byte[] bytes = Redaction.redact(collected.getBytes(), candidate.account().apiKey());
    UpstreamError error =
        UpstreamError.read(response.statusCode(), bytes)
            .typed(response.getHeader("x-amzn-errortype"));
    Failure.Answer answer =
        new Failure.Answer(response.statusCode(), response.headers(), bytes, outbound.translated());
    cancelThenFail(Failure.answered(error, answer, RetryAfter.of(response.headers(), clock)));
  }

  private void cancelThenFail(Failure failure) {
    if (over) {
      return;
    }
    cancel();
    listener.failed(this, failure);
  }

  private void fail(Failure failure) {
    if (over) {
      return;
    }
    over = true;
    stopTimers();
    listener.failed(this, failure);
  }

  /** The event loop that it runs on. */
  Loop loop() {
    return loop;
  }
}
