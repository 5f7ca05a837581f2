package dev.mooring.gateway.api;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import software.amazon.eventstream.HeaderValue;
import software.amazon.eventstream.Message;

/**
 * Cuts one stream of Amazon's binary frames, {@code application/vnd.amazon.eventstream}, into its
 * events. A frame's lengths are checked before it is waited for, so that a corrupt one is told at
 * once. Not for use by several threads.
 */
public final class EventStreamDecoder {
  private static final int MAX_FRAME_BYTES = 16 << 20;

  /** The lengths of the frame and of its headers, and the checksum of both. */
  private static final int PRELUDE_BYTES = 12;

  /** The prelude and the checksum at the end. */
  private static final int LEAST_FRAME_BYTES = 16;

  private byte[] held = {};
  private int heldBytes;

  /**
   * Takes the next bytes of the stream, cut anywhere.
   *
   * @param frames hears of each frame that they complete
   * @throws MalformedAnswerException when they are no frames, or a frame is longer than 16 MiB
   */
  public void feed(byte[] chunk, Consumer<EventFrame> frames) {
    byte[] bytes = heldBytes == 0 ? chunk : joined(chunk);
    int end = heldBytes + chunk.length;
    int start = 0;
    while (end - start >= PRELUDE_BYTES) {
      int length = length(bytes, start);
      if (end - start < length) {
        break;
      }
      frames.accept(frame(bytes, start, length));
      start += length;
    }
    hold(bytes, start, end);
  }

  /**
   * The stream ended.
   *
   * @throws MalformedAnswerException when it did so within a frame
   */
  public void end() {
    if (heldBytes > 0) {
      throw new MalformedAnswerException("the provider's stream ended within a frame");
    }
  }

  /** What is held with a chunk after it. */
  private byte[] joined(byte[] chunk) {
    int end = heldBytes + chunk.length;
    if (held.length < end) {
      held = Arrays.copyOf(held, Math.max(end, held.length * 2));
    }
    System.arraycopy(chunk, 0, held, heldBytes, chunk.length);
    return held;
  }

  /** Keeps what no frame has used. */
  private void hold(byte[] bytes, int start, int end) {
    heldBytes = end - start;
    if (heldBytes == 0) {
      held = new byte[0];
    } else if (bytes != held) {
      held = Arrays.copyOfRange(bytes, start, end);
    } else if (start > 0) {
      System.arraycopy(held, start, held, 0, heldBytes);
    }
  }

  /** The length of the frame that begins at a place. */
  private static int length(byte[] bytes, int start) {
    ByteBuffer prelude = ByteBuffer.wrap(bytes, start, PRELUDE_BYTES);
    int length = prelude.getInt();
    int headers = prelude.getInt();
    CRC32 checksum = new CRC32();
    checksum.update(bytes, start, PRELUDE_BYTES - Integer.BYTES);
    if ((int) checksum.getValue() != prelude.getInt()) {
      throw corrupt();
    }
    if (length < LEAST_FRAME_BYTES || headers < 0 || headers > length - LEAST_FRAME_BYTES) {
      throw corrupt();
    }
    if (length > MAX_FRAME_BYTES) {
      throw new MalformedAnswerException("the provider sent a frame of " + length + " bytes");
    }
    return length;
  }

  private static EventFrame frame(byte[] bytes, int start, int length) {
    Message message;
    try {
      message = Message.decode(ByteBuffer.wrap(bytes, start, length));
    } catch (RuntimeException e) { // the library has no type of its own for what is no frame
      throw corrupt();
    }
    String kind = header(message, ":message-type");
    if ("event".equals(kind)) {
      String type = header(message, ":event-type");
      return new EventFrame.Event(type == null ? "" : type, message.getPayload());
    }
    if ("exception".equals(kind)) {
      String type = header(message, ":exception-type");
      return new EventFrame.Failed(AwsError.of(type, message.getPayload()));
    }
    if ("error".equals(kind)) {
      return new EventFrame.Failed(
          AwsError.of(header(message, ":error-code"), header(message, ":error-message")));
    }
    throw new MalformedAnswerException("the provider sent a frame of no known kind");
  }

  private static @Nullable String header(Message message, String name) {
    HeaderValue value = message.getHeaders().get(name);
    try {
      return value == null ? null : value.getString();
    } catch (IllegalStateException e) { // a number or the like
      return null;
    }
  }

  private static MalformedAnswerException corrupt() {
    return new MalformedAnswerException("the provider sent a corrupt frame");
  }
}
