package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.Meaning;
import dev.mooring.gateway.api.SseEvent;
import dev.mooring.gateway.api.SseSplitter;
import dev.mooring.gateway.api.StreamReader;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.Api;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Relays an event stream: event by event, with back-pressure, nothing kept but what comes before
 * the first output. Until that is released the stream can still fail over.
 */
final class StreamRelay {
  private static final Logger LOG = LoggerFactory.getLogger(StreamRelay.class);
  private static final int MAX_EVENT_BYTES = 16 << 20;

  /** How long an upstream may take to close its stream after the terminal event. */
  private static final Duration LINGER = Duration.ofSeconds(1);

  /** How long a lost connection's queue is silent when it is empty. */
  private static final Duration QUIET = Duration.ofMillis(100);

  private final Attempt attempt;
  private final HttpClientResponse response;
  private final CallerAnswer answer;
  private final AnswerForm form;
  private final StreamListener listener;
  private final StreamReader reader;
  private final SseSplitter splitter = new SseSplitter(MAX_EVENT_BYTES);
  private final LazyTimer holdTimer;
  private final HoldBack held = new HoldBack();

  private Buffer out = Buffer.buffer();
  private long events;
  private boolean heardBefore;
  private boolean released;
  private boolean accepted;
  private final boolean chat;
  private boolean metadataPlaced;
  private boolean errorTold;
  private boolean closing;
  private boolean paused;
  private boolean heldUp;
  private boolean lost;
  private boolean flushing;
  private boolean over;

  /**
   * @param form how the provider's stream becomes the caller's
   */
  StreamRelay(
      Attempt attempt,
      HttpClientResponse response,
      CallerAnswer answer,
      Api api,
      AnswerForm form,
      StreamListener listener) {
    this.attempt = attempt;
    this.response = response;
    this.answer = answer;
    this.form = form;
    this.listener = listener;
    this.reader = StreamReader.of(api);
    this.chat = api == Api.CHAT;
    this.holdTimer = new LazyTimer(attempt.loop().deadlines());
  }

  /** Begins to relay. */
  void start() {
    expectFirst();
    response.handler(this::chunk);
    response.exceptionHandler(unused -> connectionLost());
    response.endHandler(unused -> upstreamEnded());
  }

  /** Ends the relay since the caller went away. */
  void cancel() {
    over = true;
    holdTimer.stop();
    attempt.cancel();
  }

  /** What the stream has told of its usage so far, or null. */
  @Nullable Usage usage() {
    return reader.usage();
  }

  /** How many events with data have come: about as many as tokens, where a token is an event. */
  long events() {
    return events;
  }

  private void expectFirst() {
    long patience = attempt.timeouts().firstByte().toMillis();
    attempt.expect(
        attempt.timeouts().firstByte(),
        () -> broke(attempt.tooSlow("no event within " + patience + " ms of the stream's head")));
  }

  private void expectNext() {
    long patience = attempt.timeouts().idle().toMillis();
    attempt.expect(
        attempt.timeouts().idle(),
        () -> broke(Failure.timeout("the stream stopped for " + patience + " ms")));
  }

  /**
   * The connection is gone. Where the caller has held the stream up, pieces that came before may
   * still be queued behind this news, the last one among them: the stream is broken only when
   * nothing more comes out.
   */
  private void connectionLost() {
    lost = true;
    if (!heldUp) {
      lostForGood();
    } else if (!paused) {
      attempt.expect(QUIET, this::lostForGood);
    }
  }

  private void lostForGood() {
    broke(Failure.broken("the provider closed the connection within its stream"));
  }

  private void chunk(Buffer chunk) {
    if (over) {
      return;
    }
    attempt.arrived();
    if (heardBefore) {
      attempt.heard();
    }
    byte[] bytes = Bytes.of(chunk);
    relay(() -> events(form.feed(bytes)));
    flushSoon();
  }

  /** Sends what has gathered when the loop has read all that is there: one write for a burst. */
  private void flushSoon() {
    if (!flushing && out.length() > 0) {
      flushing = true;
      attempt
          .loop()
          .atEndOfTurn(
              () -> {
                flushing = false;
                flush();
              });
    }
  }

  /** Takes the next bytes of the stream in the caller's format. */
  private void events(byte[] bytes) {
    if (form.translated()) {
      reader.counted(form.usage());
    }
    splitter.feed(bytes, this::event);
  }

  /** Relays events; what is wrong with them, or with us, breaks the stream. */
  private void relay(Runnable events) {
    try {
      events.run();
    } catch (MalformedAnswerException e) {
      broke(Failure.broken(String.valueOf(e.getMessage())));
    } catch (RuntimeException | OutOfMemoryError e) {
      LOG.error("an event of provider {} met a fault", attempt.candidate().provider(), e);
      broke(Failure.broken("the gateway could not relay the provider's stream"));
    }
  }

  private void event(SseEvent event) {
    if (over) {
      return;
    }
    if (!heardBefore) {
      heardBefore = true;
      attempt.begun();
      expectNext();
    }
    Meaning meaning = reader.observe(event);
    events += event.isComment() ? 0 : 1;
    if (meaning.error() && !released) {
      failEarly(told());
      return;
    }
    if (errorTold && !mayFollowError(meaning)) {
      return;
    }
    boolean signOfLife = event.isComment() || "ping".equals(event.event());
    if (!signOfLife && attempt.firstEventAfter() == null) {
      attempt.firstEvent();
    }
    if (meaning.output() && !accepted) {
      accepted = true;
      listener.accepted();
    }
    byte[] replaced = replacement(event, meaning);
    if (replaced == null) {
      put(event.array(), event.offset(), event.length(), signOfLife);
    } else if (replaced.length > 0) {
      put(replaced, 0, replaced.length, signOfLife);
    }
    errorTold |= meaning.error();
    if (!released && (meaning.output() || held.full())) {
      release();
    }
    if (meaning.terminal() || meaning.error()) {
      closing = true;
      attempt.expect(LINGER, this::finish);
    }
  }

  /** Whether an event may come after an error: an end that does not look like a good one. */
  private boolean mayFollowError(Meaning meaning) {
    return meaning.terminal() && (meaning.error() || chat);
  }

  /** What goes out in the event's stead: null for itself, empty for nothing. */
  private byte @Nullable [] replacement(SseEvent event, Meaning meaning) {
    if (meaning.usageOnly()) {
      return form.hidesUsage()
          ? new byte[0]
          : reader.usageWithMetadata(event, listener.usageMetadata(reader));
    }
    if (meaning.error()) {
      byte[] metadata = errorTold ? listener.metadata(reader) : listener.broke(reader, told());
      return Redaction.redact(
          meaning.metadataPlace() ? reader.withMetadata(event, metadata) : event.bytes(),
          attempt.candidate().account().apiKey());
    }
    if (meaning.metadataPlace() && !metadataPlaced) {
      metadataPlaced = true;
      return reader.withMetadata(event, listener.metadata(reader));
    }
    return null;
  }

  private void put(byte[] bytes, int offset, int length, boolean signOfLife) {
    if (released) {
      out.appendBytes(bytes, offset, length);
      return;
    }
    if (held.add(bytes, offset, length, signOfLife)) {
      holdTimer.start(
          HoldBack.MAX_MILLIS,
          () -> {
            release();
            flush();
          });
    }
  }

  private void release() {
    if (released || over) {
      return;
    }
    released = true;
    holdTimer.stop();
    listener.released();
    answer.beginStream(response.statusCode(), response.headers(), form.passes());
    out.appendBuffer(held.content());
  }

  private void flush() {
    if (over || out.length() == 0) {
      return;
    }
    Buffer piece = out;
    out = Buffer.buffer();
    answer.write(piece);
    if (answer.full() && !paused) {
      paused = true;
      heldUp = true;
      response.pause();
      attempt.expect(attempt.timeouts().idle(), this::callerStalled);
      answer.whenDrained(this::resume);
    }
  }

  /** The caller has taken nothing for as long as a provider may be silent: it is taken for gone. */
  private void callerStalled() {
    if (!over) {
      cancel();
      listener.callerStalled();
    }
  }

  private void resume() {
    if (over) {
      return;
    }
    paused = false;
    if (lost) {
      attempt.expect(QUIET, this::lostForGood);
    } else if (closing) {
      attempt.expect(LINGER, this::finish);
    } else {
      expectNext();
    }
    response.resume();
  }

  private void upstreamEnded() {
    attempt.answerEnded();
    if (over) {
      return;
    }
    relay(this::lastEvents);
    flush();
    broke(Failure.broken("the provider's stream ended before it was complete"));
  }

  /** What the end of the stream tells. */
  private void lastEvents() {
    if (!form.passes()) {
      events(form.end());
    }
    SseEvent last = splitter.end();
    if (last != null) {
      event(last);
    }
  }

  private void finish() {
    release();
    flush();
    over = true;
    attempt.cancel();
    try {
      listener.ended(reader, events);
    } finally {
      answer.end();
    }
  }

  private void broke(Failure failure) {
    if (over) {
      return;
    }
    try {
      breakOff(failure);
    } catch (RuntimeException e) {
      LOG.error("the break of provider {}'s stream met a fault", attempt.candidate().provider(), e);
      listener.faulted();
    }
  }

  private void breakOff(Failure failure) {
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
    byte[] metadata = listener.broke(reader, failure);
    answer.write(Buffer.buffer(reader.failure(failure.error(), metadata)));
    answer.end();
    listener.ended(reader, events);
  }

  /** The error that the provider told. */
  private Failure told() {
    return Failure.told(Objects.requireNonNull(reader.error()));
  }

  private void failEarly(Failure failure) {
    over = true;
    holdTimer.stop();
    attempt.cancel();
    listener.failedEarly(failure);
  }
}
