package dev.mooring.gateway.http;

import dev.mooring.gateway.api.AiSdkHead;
import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.relay.Arrival;
import dev.mooring.gateway.relay.HeldBodies;
import dev.mooring.gateway.relay.Inbound;
import dev.mooring.gateway.relay.Loop;
import dev.mooring.gateway.relay.Operation;
import dev.mooring.gateway.relay.Relay;
import dev.mooring.gateway.routing.Caller;
import dev.mooring.gateway.routing.Catalog;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The requests of one event loop: routes, authentication, bodies; the rest is the relay's. */
final class ApiHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);

  /** Above this a body is read off the event loop. */
  private static final int READ_INLINE_BYTES = 256 * 1024;

  /** Time for an answer to reach a caller who is still sending. */
  private static final long CLOSE_DELAY_MILLIS = 500;

  /** RFC 9113, section 7: the answer is whole, and what still comes is not wanted. */
  private static final long HTTP2_NO_ERROR = 0;

  private static final String NO_MEMORY =
      "The gateway holds as many request bodies as its memory allows. Try again in a moment.";

  private final Loop loop;
  private final Supplier<Setup> setup;
  private final LookupHandler lookups;
  private final Relay relay;
  private final HeldBodies held;
  private final Duration bodySilence;
  private final InstantSource clock;

  /**
   * @param held the bodies of all requests of the process
   * @param bodySilence how long a caller may pause within a body
   * @param clock by which client keys expire
   */
  ApiHandler(
      Loop loop,
      Supplier<Setup> setup,
      Relay relay,
      HeldBodies held,
      Duration bodySilence,
      InstantSource clock) {
    this.loop = loop;
    this.held = held;
    this.setup = setup;
    this.lookups = new LookupHandler(loop.vertx(), setup, relay.record(), clock);
    this.relay = relay;
    this.bodySilence = bodySilence;
    this.clock = clock;
  }

  /**
   * Takes a request.
   *
   * @param last whether it is to be the last one of its connection
   */
  void handle(HttpServerRequest request, boolean last) {
    long headNanos = System.nanoTime();
    if (last) {
      endsConnection(request);
    }
    String id = RequestIds.next(System.currentTimeMillis());
    Route route = Route.of(request.path() == null ? "/" : request.path());
    try {
      dispatch(request, id, route, headNanos);
    } catch (RuntimeException e) {
      fault(request, id, route.api(), e);
    }
  }

  /** The answer is the last of its connection; in HTTP/2 a connection carries others too. */
  private static void endsConnection(HttpServerRequest request) {
    if (request.version() != HttpVersion.HTTP_2) {
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
  }

  /** Answers what is no HTTP: a bad request line, a bad or too long header. */
  static void handleInvalid(HttpServerRequest request) {
    Route route = Route.of(request.path() == null ? "/" : request.path());
    Throwable cause = request.decoderResult().cause();
    hangUp(request, RequestIds.next(System.currentTimeMillis()), route.api(), cause);
  }

  private static void hangUp(
      HttpServerRequest request, String id, @Nullable Api api, @Nullable Throwable cause) {
    endsConnection(request);
    Replies.refuse(request, id, api, ApiError.notHttp(cause));
  }

  private void dispatch(HttpServerRequest request, String id, Route route, long headNanos) {
    HttpMethod method = request.method();
    boolean head = method.equals(HttpMethod.HEAD);
    if (head && (route.path().equals("/") || route.path().equals("/api/hello"))) {
      Replies.identified(request.response(), id).end();
    } else if (route.lookup() != null) {
      lookups.handle(request, id, route, route.lookup());
    } else if (route.operation() == null) {
      Replies.refuse(request, id, route.api(), ApiError.notFound(route.nothingHere()));
    } else if (route.operation() == Operation.RESPONSES && websocket(request)) {
      ApiError error =
          new ApiError(
              426,
              "invalid_request_error",
              "WebSockets are not served here; use HTTP with server-sent events.",
              null,
              "websocket_unsupported");
      Replies.refuse(request, id, null, error);
    } else if (!method.equals(HttpMethod.POST)) {
      request.response().putHeader(HttpHeaders.ALLOW, "POST");
      Replies.refuse(request, id, route.api(), ApiError.methodNotAllowed("Use POST."));
    } else {
      operate(request, id, route, route.operation(), headNanos);
    }
  }

  private static boolean websocket(HttpServerRequest request) {
    String upgrade = request.getHeader(HttpHeaders.UPGRADE);
    return request.method().equals(HttpMethod.GET)
        && upgrade != null
        && upgrade.equalsIgnoreCase("websocket");
  }

  private void operate(
      HttpServerRequest request, String id, Route route, Operation operation, long headNanos) {
    HttpServerResponse response = request.response();
    response.endHandler(unused -> refused(operation, response));
    long bodyNanos = System.nanoTime();
    Setup now = setup.get();
    Api api = operation.api();
    Identity identity = now.keys().identify(request.headers(), clock.instant());
    if (identity instanceof Identity.Refused refused) {
      refuseUnread(request, id, api, refused.error());
      return;
    }
    Caller caller = ((Identity.Known) identity).caller();
    ApiError refusal = contentType(request);
    if (refusal != null) {
      refuseUnread(request, id, api, refusal);
      return;
    }
    long maxBytes = Math.min(now.catalog().config().server().maxBodyBytes(), held.mostBytes() / 2);
    HeldBodies.Share share = held.share();
    Future<byte[]> body = BodyReader.read(loop.deadlines(), request, share, maxBytes, bodySilence);
    body.compose(
            bytes -> {
              Arrival arrival = new Arrival(headNanos, System.nanoTime() - bodyNanos);
              return envelope(request, route, operation, caller, share, bytes, maxBytes)
                  .map(read -> inbound(request, id, operation, now.catalog(), caller, read, share))
                  .onSuccess(inbound -> serve(request, inbound, arrival));
            })
        .onFailure(
            cause -> {
              share.release();
              unreadable(request, id, operation, maxBytes, cause);
            });
  }

  private void refused(Operation operation, HttpServerResponse response) {
    if (response.ended()) {
      relay.refused(operation, response.getStatusCode());
    }
  }

  /** Refuses a request whose body is not wanted. */
  private void refuseUnread(
      HttpServerRequest request, String id, @Nullable Api api, ApiError error) {
    BodyReader.read(loop.deadlines(), request, held.share(), BodyReader.NOTHING, bodySilence)
        .onComplete(unused -> refuseAfterBody(request, id, api, error));
  }

  private static @Nullable ApiError contentType(HttpServerRequest request) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    if (type == null || type.isBlank()) {
      return null;
    }
    int end = type.indexOf(';');
    String media = (end < 0 ? type : type.substring(0, end)).strip();
    boolean json =
        media.equalsIgnoreCase(Replies.JSON)
            || media.toLowerCase(java.util.Locale.ROOT).endsWith("+json");
    return json
        ? null
        : ApiError.unsupportedMediaType(
            "Content-Type '" + media + "' is not understood (expected: application/json).");
  }

  /**
   * Reads a body; off the event loop where that may take long: few coded bytes can be many. The
   * fingerprint and the measure of a large one are computed there too, asked for or not.
   */
  private Future<Envelope> envelope(
      HttpServerRequest request,
      Route route,
      Operation operation,
      Caller caller,
      HeldBodies.Share share,
      byte[] body,
      long maxBytes) {
    List<String> codings = request.headers().getAll(HttpHeaders.CONTENT_ENCODING);
    String coding = String.join(",", codings);
    Callable<Envelope> reading =
        () -> {
          byte[] plain =
              codings.isEmpty()
                  ? body
                  : ContentDecoder.decode(
                      body,
                      coding,
                      share,
                      Math.min(maxBytes, (held.mostBytes() - body.length) / 2));
          Api api = operation.api();
          if (api == null) {
            return Envelope.readPlain(plain);
          }
          Envelope envelope =
              api == Api.AI_SDK
                  ? Envelope.readAiSdk(plain, AiSdkHead.of(request::getHeader, route.aiSdk()))
                  : Envelope.read(api, plain);
          if (plain.length > READ_INLINE_BYTES) {
            envelope.fingerprint(caller.team());
            envelope.opening();
            envelope.chargedPromptTokens();
          }
          return envelope;
        };
    if (!codings.isEmpty() || body.length > READ_INLINE_BYTES) {
      return loop.vertx().executeBlocking(reading, false);
    }
    try {
      return Future.succeededFuture(reading.call());
    } catch (Exception e) {
      return Future.failedFuture(e);
    }
  }

  private void unreadable(
      HttpServerRequest request, String id, Operation operation, long maxBytes, Throwable cause) {
    Api api = operation.api();
    if (cause instanceof InvalidRequestException invalid) {
      Replies.refuse(request, id, api, ApiError.invalid(invalid));
    } else if (cause instanceof BodyReader.TooLargeException) {
      refuseAfterBody(request, id, api, ApiError.tooLarge(maxBytes));
    } else if (cause instanceof BodyReader.NoMemoryException || cause instanceof OutOfMemoryError) {
      request.response().putHeader("retry-after", "1");
      refuseAfterBody(request, id, api, ApiError.unavailable(NO_MEMORY));
    } else if (cause instanceof BodyReader.SilentException) {
      refuseAfterBody(request, id, api, ApiError.bodyTimeout(bodySilence));
    } else if (cause instanceof ContentDecoder.UnsupportedCodingException coding) {
      Replies.refuse(request, id, api, ApiError.unsupportedMediaType(coding.message()));
    } else if (cause instanceof BodyReader.BrokenBodyException) {
      hangUp(request, id, api, cause);
    } else if (cause instanceof IOException) {
      Replies.refuse(
          request,
          id,
          api,
          ApiError.invalid(
              "content-encoding",
              "The body is not in the Content-Encoding that its header names."));
    } else {
      fault(request, id, api, cause);
    }
  }

  /**
   * Refuses a request whose body may not have been read to its end: what would still come ends
   * then, in HTTP/1 with the connection.
   */
  private void refuseAfterBody(
      HttpServerRequest request, String id, @Nullable Api api, ApiError error) {
    if (!request.isEnded()) {
      endsConnection(request);
      loop.vertx().setTimer(CLOSE_DELAY_MILLIS, unused -> readNoMore(request));
    }
    Replies.refuse(request, id, api, error);
  }

  private static void readNoMore(HttpServerRequest request) {
    if (request.version() != HttpVersion.HTTP_2) {
      request.connection().close();
    } else if (!request.isEnded()) {
      request.response().reset(HTTP2_NO_ERROR);
    }
  }

  private static Inbound inbound(
      HttpServerRequest request,
      String id,
      Operation operation,
      Catalog catalog,
      Caller caller,
      Envelope envelope,
      HeldBodies.Share share) {
    return new Inbound(
        id, operation, request.uri(), request.headers(), caller, envelope, share, catalog);
  }

  /** Hands a request on; none whose caller left meanwhile, since nobody would hear of it again. */
  private void serve(HttpServerRequest request, Inbound inbound, Arrival arrival) {
    if (request.response().closed()) {
      inbound.held().release();
      return;
    }
    request.response().endHandler(null);
    try {
      relay.serve(inbound, arrival, request.response());
    } catch (RuntimeException | OutOfMemoryError e) {
      inbound.held().release();
      fault(request, inbound.id(), inbound.operation().api(), e);
    }
  }

  private static void fault(
      HttpServerRequest request, String id, @Nullable Api api, Throwable fault) {
    LOG.error("request {} met a fault of the gateway", id, fault);
    if (!request.response().headWritten()) {
      Replies.refuse(request, id, api, ApiError.internal());
    }
  }
}
