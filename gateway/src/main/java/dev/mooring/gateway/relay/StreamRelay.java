package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.Meaning;
import dev.mooring.gateway.api.SseEvent;
import dev.mooring.gateway.api.SseSplitter;
import dev.mooring.gateway.api.StreamReader;
import dev.mooring.gateway.config.Api;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Relays an event stream: event by event, with back-pressure, nothing kept but what comes before
 * the first output. Until that is released the stream can still fail over.
 */
final class StreamRelay {
  private static final int MAX_EVENT_BYTES = 64 << 20;

  /** How long an upstream may take to close its stream after the terminal event. */
  private static final Duration LINGER = Duration.ofSeconds(1);

  private final Attempt attempt;
  private final HttpClientResponse response;
  private final CallerAnswer answer;
  private final boolean hideUsage;
  private final Listener listener;
  private final StreamReader reader;
  private final SseSplitter splitter = new SseSplitter(MAX_EVENT_BYTES);
  private final LazyTimer holdTimer;
  private final HoldBack held = new HoldBack();

  private Buffer out = Buffer.buffer();
  private boolean heardBefore;
  private boolean released;
  private boolean accepted;
  private boolean metadataPlaced;
  private boolean errorTold;
  private boolean over;

  /** Hears how the stream goes. */
  interface Listener {
    /** The first output came. */
    void accepted(StreamReader reader);

    /** It failed before anything was released: another candidate may try. */
    void failedEarly(Failure failure);

    /** It ended as it should, or with the provider's own error after output. */
    void ended(StreamReader reader, boolean error);

    /** It broke after something was released; the caller has been told. */
    void brokeLate(StreamReader reader, Failure failure);

    /** The metadata to place now. */
    byte[] metadata(StreamReader reader);

    /** The metadata of a usage chunk. */
    byte[] usageMetadata(StreamReader reader);
  }

  /**
   * @param hideUsage whether the usage chunk was asked for by us, and is not for the caller
   */
  StreamRelay(
      Attempt attempt,
      HttpClientResponse response,
      CallerAnswer answer,
      Api api,
      boolean hideUsage,
      Listener listener) {
    this.attempt = attempt;
    this.response = response;
    this.answer = answer;
    this.hideUsage = hideUsage;
    this.listener = listener;
    this.reader = StreamReader.of(api);
    this.holdTimer = new LazyTimer(attempt.vertx());
  }

  /** Begins to relay. */
  void start() {
    expectFirst();
    response.handler(this::chunk);
    response.exceptionHandler(
        unused -> broke(Failure.broken("the provider closed the connection within its stream")));
    response.endHandler(unused -> upstreamEnded());
  }

  /** Ends the relay since the caller went away. */
  void cancel() {
    over = true;
    holdTimer.stop();
    attempt.cancel();
  }

  private void expectFirst() {
    long patience = attempt.timeouts().firstByte().toMillis();
    attempt.expect(
        attempt.timeouts().firstByte(),
        () -> broke(Failure.timeout("no event within " + patience + " ms of the stream's head")));
  }

  private void expectNext() {
    long patience = attempt.timeouts().idle().toMillis();
    attempt.expect(
        attempt.timeouts().idle(),
        () -> broke(Failure.timeout("the stream stopped for " + patience + " ms")));
  }

  private void chunk(Buffer chunk) {
    if (over) {
      return;
    }
    if (heardBefore) {
      attempt.heard();
    } else {
      heardBefore = true;
      expectNext();
    }
    try {
      splitter.feed(chunk.getBytes(), this::event);
    } catch (MalformedAnswerException e) {
      broke(Failure.broken(e.getMessage()));
      return;
    }
    flush();
  }

  private void event(SseEvent event) {
    if (over) {
      return;
    }
    Meaning meaning = reader.observe(event);
    if (meaning.error() && !released) {
      failEarly(Failure.told(java.util.Objects.requireNonNull(reader.error())));
      return;
    }
    if (errorTold && !meaning.terminal()) {
      return;
    }
    if (meaning.output() && !accepted) {
      accepted = true;
      listener.accepted(reader);
    }
    byte[] replaced = replacement(event, meaning);
    if (replaced == null) {
      put(event.array(), event.offset(), event.length());
    } else if (replaced.length > 0) {
      put(replaced, 0, replaced.length);
    }
    errorTold |= meaning.error();
    if (!released && (meaning.output() || held.full())) {
      release();
    }
    if (meaning.terminal()) {
      attempt.expect(LINGER, this::finish);
    }
  }

  /** What goes out in the event's stead: null for itself, empty for nothing. */
  private byte @Nullable [] replacement(SseEvent event, Meaning meaning) {
    if (meaning.usageOnly()) {
      return hideUsage
          ? new byte[0]
          : reader.usageWithMetadata(event, listener.usageMetadata(reader));
    }
    if (meaning.error()) {
      return Redaction.redact(
          reader.withMetadata(event, listener.metadata(reader)),
          attempt.candidate().account().apiKey());
    }
    if (meaning.metadataPlace() && !metadataPlaced) {
      metadataPlaced = true;
      return reader.withMetadata(event, listener.metadata(reader));
    }
    return null;
  }

  private void put(byte[] bytes, int offset, int length) {
    if (released) {
      out.appendBytes(bytes, offset, length);
      return;
    }
    if (held.isEmpty()) {
      holdTimer.start(
          HoldBack.MAX_MILLIS,
          () -> {
            release();
            flush();
          });
    }
    held.add(bytes, offset, length);
  }

  private void release() {
    if (released || over) {
      return;
    }
    released = true;
    holdTimer.stop();
    answer.beginStream(response.statusCode(), response.headers());
    out.appendBuffer(held.content());
  }

  private void flush() {
    if (over || out.length() == 0) {
      return;
    }
    Buffer piece = out;
    out = Buffer.buffer();
    answer.write(piece);
    if (answer.full()) {
      response.pause();
      attempt.pauseTimer();
      answer.whenDrained(
          () -> {
            if (!over) {
              expectNext();
              response.resume();
            }
          });
    }
  }

  private void upstreamEnded() {
    attempt.answerEnded();
    if (over) {
      return;
    }
    broke(Failure.broken("the provider's stream ended before it was complete"));
  }

  private void finish() {
    release();
    flush();
    over = true;
    attempt.cancel();
    answer.end();
    listener.ended(reader, errorTold);
  }

  private void broke(Failure failure) {
    if (over) {
      return;
    }
    if (reader.regularEnd() || errorTold) {
      finish();
      return;
    }
    if (!released) {
      failEarly(failure);
      return;
    }
    flush();
    over = true;
    attempt.cancel();
    ApiError error = failure.error();
    answer.write(Buffer.buffer(reader.failure(error, listener.metadata(reader))));
    answer.end();
    listener.brokeLate(reader, failure);
  }

  private void failEarly(Failure failure) {
    over = true;
    holdTimer.stop();
    attempt.cancel();
    listener.failedEarly(failure);
  }
}
