package dev.mooring.gateway.api;

import dev.mooring.gateway.config.Api;
import org.jspecify.annotations.Nullable;

/** Follows one stream of a provider: what each event means, and what the stream has told so far. */
@SuppressWarnings("DoNotCallSuggester")
public abstract sealed class StreamReader permits ChatStream {
  StreamReader() {}

  /** A reader of one stream of an API. */
  public static StreamReader of(Api api) {
    throw new UnsupportedOperationException(api.name());
  }

  /** The comment or event that keeps a silent stream alive. */
  public static byte[] heartbeat(Api api) {
    throw new UnsupportedOperationException(api.name());
  }

  /** Takes the next event. */
  public Meaning observe(SseEvent event) {
    throw new UnsupportedOperationException("" + event.length());
  }

  /** Whether the stream may end here: its terminal event, or all that matters before it, came. */
  public boolean regularEnd() {
    throw new UnsupportedOperationException();
  }

  /** Whether output was seen. */
  public boolean outputSeen() {
    throw new UnsupportedOperationException();
  }

  /** The tokens so far, or null. */
  public @Nullable Usage usage() {
    throw new UnsupportedOperationException();
  }

  /** The state that the answer issued so far. */
  public Continuity issued() {
    throw new UnsupportedOperationException();
  }

  /** The error that the stream told, or null. */
  public @Nullable UpstreamError error() {
    throw new UnsupportedOperationException();
  }

  /** The event with the metadata in it, as bytes to send. */
  public byte[] withMetadata(SseEvent event, byte[] metadata) {
    throw new UnsupportedOperationException("" + event.length() + metadata.length);
  }

  /** The Chat usage chunk with the metadata in it, as bytes to send. */
  public byte[] usageWithMetadata(SseEvent event, byte[] metadata) {
    throw new UnsupportedOperationException("" + event.length() + metadata.length);
  }

  /** The API's own error event, for a stream that broke. */
  public byte[] failure(ApiError error, byte @Nullable [] metadata) {
    throw new UnsupportedOperationException(error.toString());
  }
}
