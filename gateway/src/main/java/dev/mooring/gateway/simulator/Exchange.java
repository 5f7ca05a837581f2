package dev.mooring.gateway.simulator;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request while it is answered. Safe for use by several threads. */
final class Exchange {
  private final String id;
  private final Instant time;
  private final String method;
  private final String uri;
  private final Map<String, List<String>> headers;
  private final Runnable onChange;
  private byte[] body = {};
  private String credential = "";
  private @Nullable SimulatedApi api;
  private String model = "";
  private boolean streamed;
  private int status;
  private CacheUse use = CacheUse.none(0, Instant.EPOCH);
  private boolean bodyBegun;
  private boolean finished;
  private @Nullable CancelPhase cancelled;
  private volatile Runnable whenGone = () -> {};

  /**
   * @param onChange called after each change
   */
  Exchange(String id, Instant time, HttpServerRequest request, Runnable onChange) {
    this.id = id;
    this.time = time;
    this.method = request.method().name();
    this.uri = request.uri();
    this.headers = copy(request.headers());
    this.onChange = onChange;
  }

  /** The request id that the answer carries. */
  String id() {
    return id;
  }

  /** When the head arrived. */
  Instant time() {
    return time;
  }

  /** The body arrived. */
  void received(byte[] bytes) {
    change(() -> body = bytes);
  }

  /** The key was recognised. */
  void authenticated(String credentialId) {
    change(() -> credential = credentialId);
  }

  /** It is known what the request wants. */
  void understood(@Nullable SimulatedApi itsApi, String itsModel, boolean itsStreamed) {
    change(
        () -> {
          api = itsApi;
          model = itsModel;
          streamed = itsStreamed;
        });
  }

  /** It is known what the cache gives. */
  void uses(CacheUse value) {
    change(() -> use = value);
  }

  /** The head was sent. */
  void answered(int itsStatus) {
    change(() -> status = itsStatus);
  }

  /** A part of the body was sent. */
  synchronized void bodyBegun() {
    bodyBegun = true;
  }

  /** The answer ended as it was meant to. */
  void finished() {
    change(() -> finished = true);
  }

  /** The connection is gone; where the answer was not finished, its client went away. */
  void gone() {
    change(() -> cancelled = finished || cancelled != null ? cancelled : phase());
    whenGone.run();
  }

  /** Runs an action once the connection is gone, perhaps more than once; the last that was set. */
  void whenGone(Runnable action) {
    whenGone = action;
  }

  /** Whether the client went away too early. */
  synchronized boolean isCancelled() {
    return cancelled != null;
  }

  /** What is known now. */
  synchronized ReceivedRequest snapshot() {
    return new ReceivedRequest(
        id,
        time,
        method,
        uri,
        headers,
        body,
        credential,
        api,
        model,
        streamed,
        status,
        use.read(),
        use.written(),
        finished,
        cancelled);
  }

  private CancelPhase phase() {
    if (status == 0) {
      return CancelPhase.BEFORE_HEAD;
    }
    return bodyBegun ? CancelPhase.IN_BODY : CancelPhase.BEFORE_BODY;
  }

  private void change(Runnable change) {
    synchronized (this) {
      change.run();
    }
    onChange.run();
  }

  private static Map<String, List<String>> copy(MultiMap headers) {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    headers.forEach(
        (name, value) ->
            copy.computeIfAbsent(name.toLowerCase(Locale.ROOT), fresh -> new ArrayList<>())
                .add(value));
    return Collections.unmodifiableMap(copy);
  }
}
