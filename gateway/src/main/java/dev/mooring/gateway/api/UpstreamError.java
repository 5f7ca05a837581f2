package dev.mooring.gateway.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A provider's error. */
@SuppressWarnings("DoNotCallSuggester")
public record UpstreamError(
    int status,
    @Nullable String type,
    @Nullable String code,
    String message,
    @Nullable Duration retryAfter) {

  /** Reads the error in any body. */
  public static UpstreamError read(int status, byte[] body) {
    throw new UnsupportedOperationException("" + status + body.length);
  }

  /** The body with {@code provider_metadata} beside {@code error}. */
  public static byte[] withMetadata(byte[] body, byte[] metadata) {
    throw new UnsupportedOperationException("" + body.length + metadata.length);
  }
}
