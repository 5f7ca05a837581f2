package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.Framing;
import dev.mooring.gateway.api.MessagesFrames;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.translate.TranslatedAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Turns one answer of a provider into the caller's format: out of its frames, and translated where
 * the provider speaks another format. An answer that has neither passes through.
 */
final class AnswerForm {
  private static final byte[] NONE = {};

  private final @Nullable MessagesFrames frames;
  private final @Nullable TranslatedAnswer translation;

  private final boolean hidesUsage;

  /**
   * The form of the answer to a request.
   *
   * @param translation null where it is in the caller's format
   * @param hidesUsage whether a stream has a usage chunk that the caller did not ask for
   */
  AnswerForm(Framing framing, @Nullable TranslatedAnswer translation, boolean hidesUsage) {
    this.frames = framing == Framing.MESSAGES_FRAMES ? new MessagesFrames() : null;
    this.translation = translation;
    this.hidesUsage = hidesUsage;
  }

  /** Whether the stream's usage chunk is not for the caller. */
  boolean hidesUsage() {
    return hidesUsage;
  }

  /** Whether the provider's own bytes are what the caller gets. */
  boolean passes() {
    return frames == null && translation == null;
  }

  /** Whether the answer is translated. */
  boolean translated() {
    return translation != null;
  }

  /**
   * A whole answer.
   *
   * @throws dev.mooring.gateway.api.MalformedAnswerException when it is not what the provider's
   *     format has
   */
  byte[] whole(byte[] body) {
    return translation == null ? body : translation.whole(body);
  }

  /** The next bytes of a stream, as server-sent events; throws as {@link #whole} does. */
  byte[] feed(byte[] chunk) {
    byte[] events = frames == null ? chunk : frames.feed(chunk);
    return translation == null ? events : translation.feed(events);
  }

  /** What is left when a stream has ended; throws as {@link #whole} does. */
  byte[] end() {
    if (frames != null) {
      frames.end();
    }
    return translation == null ? NONE : translation.end();
  }

  /** The tokens that a translated answer has told so far; null where it told none. */
  @Nullable Usage usage() {
    return translation == null ? null : translation.usage();
  }
}
