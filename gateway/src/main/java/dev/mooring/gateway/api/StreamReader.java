package dev.mooring.gateway.api;

import dev.mooring.gateway.config.Api;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Follows one stream of a provider: what each event means, and what the stream has told so far.
 * Looks into an event only as far as it may matter; an event that is no JSON means nothing. Not for
 * use by several threads.
 */
public abstract sealed class StreamReader
    permits ChatStream, ResponsesStream, MessagesStream, AiSdkStream {
  private static final byte[] COMMENT = ": keep-alive\n\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] PING =
      "event: ping\ndata: {\"type\":\"ping\"}\n\n".getBytes(StandardCharsets.UTF_8);

  final UsageTally usage;
  final IssuedState issued = new IssuedState();
  private boolean outputSeen;
  private boolean ended;
  private @Nullable UpstreamError error;
  private @Nullable Usage counted;

  /** At the start of a stream of an API. */
  StreamReader(Api api) {
    this.usage = new UsageTally(api);
  }

  /** A reader of one stream of an API. */
  public static StreamReader of(Api api) {
    return switch (api) {
      case CHAT -> new ChatStream();
      case RESPONSES -> new ResponsesStream();
      case MESSAGES -> new MessagesStream();
      case AI_SDK -> new AiSdkStream();
    };
  }

  /** What keeps a silent stream of an API alive: a comment, or Anthropic's {@code ping} event. */
  public static byte[] heartbeat(Api api) {
    return (api == Api.MESSAGES ? PING : COMMENT).clone();
  }

  /** Takes the next event. */
  public final Meaning observe(SseEvent event) {
    if (!event.hasData()) {
      return Meaning.NOTHING;
    }
    try {
      return read(event);
    } catch (MalformedJsonException e) {
      return Meaning.NOTHING;
    }
  }

  /** Whether the stream may end here: it told no error, and all that its answer needs came. */
  public final boolean regularEnd() {
    return ended && error == null;
  }

  /** Whether the output has begun. */
  public final boolean outputSeen() {
    return outputSeen;
  }

  /** The tokens that the stream has told so far, or null. */
  public final @Nullable Usage usage() {
    return counted == null ? usage.usage() : counted;
  }

  /** From here on the stream's tokens are these: a translation knows what its events cannot say. */
  public final void counted(@Nullable Usage tokens) {
    counted = tokens;
  }

  /** The state of one account that the stream has issued so far. */
  public final Continuity issued() {
    return issued.continuity();
  }

  /** The error that the stream told, under the HTTP status that it stands for, or null. */
  public final @Nullable UpstreamError error() {
    return error;
  }

  /**
   * The bytes to send in the place of an event whose {@link Meaning#metadataPlace} is true.
   *
   * @param metadata a JSON value
   */
  public final byte[] withMetadata(SseEvent event, byte[] metadata) {
    return put(place(), event, metadata);
  }

  /**
   * The bytes to send in the place of an event whose {@link Meaning#usageOnly} is true, with the
   * metadata at its top level.
   *
   * @param metadata a JSON value
   */
  public final byte[] usageWithMetadata(SseEvent event, byte[] metadata) {
    return put(MetadataPlace.TOP, event, metadata);
  }

  /**
   * The API's own error event, to end a stream that broke after output. Nothing but Chat's {@code
   * [DONE]} may follow.
   *
   * @param metadata a JSON value, or null
   */
  public abstract byte[] failure(ApiError broken, byte @Nullable [] metadata);

  /** Reads an event that has data. */
  abstract Meaning read(SseEvent event);

  /** Where the metadata stands in an event of the API. */
  abstract MetadataPlace place();

  /** Notes output; whether it is the first. */
  final boolean output() {
    boolean first = !outputSeen && error == null;
    outputSeen |= first;
    return first;
  }

  /** Notes output, as the meaning of an event that has no other. */
  final Meaning delta() {
    return output() ? Meaning.OUTPUT : Meaning.NOTHING;
  }

  /** Notes that all that the answer needs has come. */
  final void ended() {
    ended = true;
  }

  /** Notes that the answer needs more after all. */
  final void goesOn() {
    ended = false;
  }

  /** Whether all that the answer needs has come. */
  final boolean hasEnded() {
    return ended;
  }

  /** Notes an error. */
  final void error(@Nullable UpstreamError told) {
    error = told;
  }

  /** Notes the error that an event is. */
  final Meaning errorEvent(SseEvent event) {
    ErrorReader reader = new ErrorReader();
    try (JsonCursor json = cursor(event)) {
      reader.body(json);
      error(reader.error());
      return Meaning.ERROR;
    } catch (MalformedJsonException e) {
      error(UpstreamError.read(500, event.data()));
      return Meaning.UNREADABLE_ERROR;
    }
  }

  /** The event's name, or, where it has none, its data's {@code type}; empty where neither is. */
  static String kind(SseEvent event) {
    String name = event.event();
    if (name != null) {
      return name;
    }
    try (JsonCursor json = cursor(event)) {
      String type = json.stringMember("type");
      return type == null ? "" : type;
    }
  }

  /** The event with the metadata in it; as it came where its data is no JSON to the end. */
  private static byte[] put(MetadataPlace place, SseEvent event, byte[] metadata) {
    try {
      return event.withData(place.put(event.data(), metadata));
    } catch (MalformedJsonException e) {
      return event.bytes();
    }
  }

  /** A cursor at the first token of an event's data. */
  static JsonCursor cursor(SseEvent event) {
    return JsonCursor.of(event.dataArray(), event.dataStart(), event.dataEnd());
  }

  /** Whether an event's data contains some bytes. */
  static boolean contains(SseEvent event, byte[] bytes) {
    byte[] data = event.dataArray();
    int last = event.dataEnd() - bytes.length;
    for (int at = event.dataStart(); at <= last; at++) {
      if (data[at] == bytes[0]
          && Arrays.equals(data, at, at + bytes.length, bytes, 0, bytes.length)) {
        return true;
      }
    }
    return false;
  }
}
