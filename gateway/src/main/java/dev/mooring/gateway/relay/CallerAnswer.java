package dev.mooring.gateway.relay;

import dev.mooring.affinity.Promotion;
import dev.mooring.affinity.Session;
import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.api.StreamReader;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.routing.PlanCandidate;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a caller: its head, which is sent once and as late as possible, its body, and the
 * heartbeats of a silent stream.
 */
final class CallerAnswer {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-request-id");

  /** Where Anthropic's SDKs look for it. */
  private static final CharSequence ANTHROPIC_REQUEST_ID =
      HttpHeaders.createOptimized("request-id");

  private static final CharSequence MOORING_REQUEST_ID =
      HttpHeaders.createOptimized("x-mooring-request-id");
  private static final CharSequence SESSION_ID =
      HttpHeaders.createOptimized("x-mooring-session-id");
  private static final CharSequence SESSION_SOURCE =
      HttpHeaders.createOptimized("x-mooring-session-source");
  private static final CharSequence PROVIDER = HttpHeaders.createOptimized("x-mooring-provider");
  private static final CharSequence AFFINITY = HttpHeaders.createOptimized("x-mooring-affinity");

  /** The media type of a document. */
  static final String JSON = "application/json";

  private static final String EVENT_STREAM = "text/event-stream";

  private final Loop loop;
  private final HttpServerResponse response;
  private final @Nullable Api api;
  private final String requestId;
  private final LazyTimer heartbeat;
  private final long heartbeatMillis;
  private @Nullable Session session;
  private @Nullable RoutingReport report;
  private int status;
  private boolean afterTurn;
  private boolean ending;

  /**
   * An answer that has not begun.
   *
   * @param api in whose shape errors and heartbeats are; null gives OpenAI's
   */
  CallerAnswer(
      Loop loop,
      HttpServerResponse response,
      @Nullable Api api,
      String requestId,
      Duration heartbeat) {
    this.loop = loop;
    this.response = response;
    this.api = api;
    this.requestId = requestId;
    this.heartbeat = new LazyTimer(loop.deadlines());
    this.heartbeatMillis = heartbeat.toMillis();
  }

  /** From here on the head tells of the session and the routing. */
  void tells(@Nullable Session ofSession, RoutingReport ofRouting) {
    session = ofSession;
    report = ofRouting;
  }

  /** Whether the head was sent: status and headers cannot change any more. */
  boolean begun() {
    return ending || response.headWritten();
  }

  /** Whether the whole answer was sent. */
  boolean ended() {
    return ending || response.ended();
  }

  /**
   * From here on a whole answer is held until the event loop has come to the end of its turn, when
   * all that has to be before it is on its way.
   */
  void waitsForTurn() {
    afterTurn = true;
  }

  /** The status that was sent; 0 before. */
  int status() {
    return status;
  }

  /** Keeps a stream alive from now on: an answer that is silent for too long gets a heartbeat. */
  void keepAlive() {
    heartbeat.start(heartbeatMillis, this::beat);
  }

  private void beat() {
    if (ended()) {
      return;
    }
    if (!begun()) {
      beginStream(200, null, false);
    }
    if (!response.writeQueueFull()) {
      response.write(Buffer.buffer(StreamReader.heartbeat(spoken())));
    }
    keepAlive();
  }

  /**
   * Sends the head of an event stream; nothing happens when a heartbeat did so before. HTTP/1.0 has
   * no chunks, which {@code writeHead} would announce: there the stream ends with the connection.
   *
   * @param passes whether the stream is as the upstream frames it, and has its media type
   */
  void beginStream(int upstreamStatus, @Nullable MultiMap upstreamHeaders, boolean passes) {
    if (begun()) {
      return;
    }
    String type =
        upstreamHeaders == null || !passes ? null : upstreamHeaders.get(HttpHeaders.CONTENT_TYPE);
    head(upstreamStatus, upstreamHeaders, type == null ? EVENT_STREAM : type);
    if (!response.headers().contains(HttpHeaders.CACHE_CONTROL)) {
      response.headers().set(HttpHeaders.CACHE_CONTROL, "no-cache");
    }
    response.headers().set("x-accel-buffering", "no");
    response.setChunked(true);
    if (response.isChunked()) {
      response.writeHead();
    } else {
      response.write(Buffer.buffer());
    }
  }

  /** Sends a piece of a stream. */
  void write(Buffer piece) {
    heartbeat.putOff();
    response.write(piece);
  }

  /** Whether the caller reads more slowly than we write. */
  boolean full() {
    return response.writeQueueFull();
  }

  /** Runs once when the caller has caught up. */
  void whenDrained(Runnable action) {
    response.drainHandler(unused -> action.run());
  }

  /** Ends a stream. */
  void end() {
    heartbeat.stop();
    if (!ended()) {
      response.end();
    }
  }

  /** Sends a whole answer. */
  void whole(int ofStatus, @Nullable MultiMap upstreamHeaders, String contentType, byte[] body) {
    heartbeat.stop();
    head(ofStatus, upstreamHeaders, contentType);
    Buffer whole = Bytes.wrap(body);
    if (!afterTurn) {
      response.end(whole);
      return;
    }
    ending = true;
    loop.atEndOfTurn(
        () -> {
          if (!response.closed()) {
            response.end(whole);
          }
        });
  }

  /**
   * Sends a provider's error under its own status and headers: its bytes as they came, with the
   * metadata beside them, or, where they have not the API's shape, the same in that shape. To be
   * called before the head was sent.
   *
   * @param ours the error as we would say it
   */
  void passOn(Failure.Answer error, ApiError ours, byte[] metadata) {
    byte[] body =
        !error.foreign() && UpstreamError.hasShape(api, error.body())
            ? UpstreamError.withMetadata(error.body(), metadata)
            : ApiError.body(api, ours, requestId, metadata);
    whole(error.status(), error.headers(), JSON, body);
  }

  /**
   * Sends an error of ours: as the stream's last event where the head was sent.
   *
   * @param metadata null before there was a plan
   */
  void refuse(ApiError error, byte @Nullable [] metadata) {
    if (!begun()) {
      if (error.lasts()) {
        header(ApiError.SHOULD_RETRY, "false");
      }
      whole(error.status(), null, JSON, ApiError.body(api, error, requestId, metadata));
      return;
    }
    write(Buffer.buffer(StreamReader.of(spoken()).failure(error, metadata)));
    end();
  }

  private Api spoken() {
    return api == null ? Api.CHAT : api;
  }

  /** Adds a header to the head; too late once that was sent, and then nothing happens. */
  void header(String name, String value) {
    if (!begun()) {
      response.headers().set(name, value);
    }
  }

  /** Closes the connection to a caller who reads no more. */
  void hangUp() {
    heartbeat.stop();
    response.reset();
  }

  /** Gives up: no more heartbeats. */
  void abandon() {
    heartbeat.stop();
  }

  private void head(int ofStatus, @Nullable MultiMap upstreamHeaders, String contentType) {
    status = ofStatus;
    response.setStatusCode(ofStatus);
    MultiMap headers = response.headers();
    if (upstreamHeaders != null) {
      String retryAfter = headers.get("retry-after");
      HeaderPolicy.toCaller(upstreamHeaders, headers);
      if (retryAfter != null) {
        headers.set("retry-after", retryAfter);
      } else if (!RetryAfter.isTold(headers.get("retry-after"))) {
        headers.remove("retry-after");
      }
    }
    headers.set(HttpHeaders.CONTENT_TYPE, contentType);
    headers.set(MOORING_REQUEST_ID, requestId);
    if (!headers.contains(REQUEST_ID)) {
      String upstreamId = headers.get(ANTHROPIC_REQUEST_ID);
      headers.set(REQUEST_ID, upstreamId == null ? requestId : upstreamId);
    }
    if (!headers.contains(ANTHROPIC_REQUEST_ID)) {
      headers.set(ANTHROPIC_REQUEST_ID, headers.get(REQUEST_ID));
    }
    if (session != null) {
      headers.set(SESSION_ID, printable(session.id()));
      headers.set(SESSION_SOURCE, session.source().kind().wireName());
    }
    if (report != null && report.provider() != null) {
      headers.set(PROVIDER, report.provider());
    }
    Promotion<PlanCandidate> promotion = report == null ? null : report.promotion();
    if (session != null && promotion != null) {
      headers.set(AFFINITY, promotion.outcome().wireName());
    }
  }

  /**
   * A text as a header can hold it: as it is where all of it is printable ASCII; else in UTF-8 with
   * the other bytes, and the percent sign, percent-encoded.
   */
  static String printable(String text) {
    boolean plain = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      plain &= c >= ' ' && c < 0x7f;
    }
    if (plain) {
      return text;
    }
    StringBuilder encoded = new StringBuilder(text.length() + 16);
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b >= ' ' && b < 0x7f && b != '%') {
        encoded.append((char) b);
      } else {
        HEX.toHexDigits(encoded.append('%'), b);
      }
    }
    return encoded.toString();
  }
}
