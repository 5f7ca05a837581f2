package dev.mooring.gateway.api;

import dev.mooring.gateway.config.Api;
import org.jspecify.annotations.Nullable;

/** A complete JSON answer of a provider. */
@SuppressWarnings("DoNotCallSuggester")
public final class JsonAnswer {
  private JsonAnswer() {}

  /**
   * Reads an answer.
   *
   * @throws MalformedAnswerException when the body is no JSON object
   */
  public static JsonAnswer read(Api api, byte[] body) {
    throw new UnsupportedOperationException(api.name() + body.length);
  }

  /** The tokens, or null where the answer does not say. */
  public @Nullable Usage usage() {
    throw new UnsupportedOperationException();
  }

  /** The state that the answer issued. */
  public Continuity issued() {
    throw new UnsupportedOperationException();
  }

  /** The error that came under a success status, or null. */
  public @Nullable UpstreamError error() {
    throw new UnsupportedOperationException();
  }

  /** The answer with {@code provider_metadata} where the API has it. */
  public byte[] withMetadata(byte[] metadata) {
    throw new UnsupportedOperationException("" + metadata.length);
  }
}
