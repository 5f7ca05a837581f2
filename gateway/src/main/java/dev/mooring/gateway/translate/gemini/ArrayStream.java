package dev.mooring.gateway.translate.gemini;

import dev.mooring.gateway.api.MalformedAnswerException;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;

/** Cuts a JSON array of objects, which comes in chunks cut anywhere, into the objects. */
final class ArrayStream {
  private final int maxObjectBytes;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private int depth;
  private boolean inString;
  private boolean escaped;

  /** Nothing has come yet. */
  ArrayStream(int maxObjectBytes) {
    this.maxObjectBytes = maxObjectBytes;
  }

  /** Takes the next bytes and hands on each object that they complete. */
  void feed(byte[] chunk, Consumer<byte[]> objects) {
    int from = depth > 0 ? 0 : -1;
    for (int i = 0; i < chunk.length; i++) {
      byte b = chunk[i];
      if (inString) {
        inString = escaped || b != '"';
        escaped = !escaped && b == '\\';
      } else if (b == '"') {
        inString = depth > 0;
      } else if (b == '{' && depth++ == 0) {
        from = i;
      } else if (b == '}' && depth > 0 && --depth == 0) {
        hold(chunk, from, i + 1);
        objects.accept(held.toByteArray());
        held.reset();
        from = -1;
      }
    }
    if (depth > 0) {
      hold(chunk, from, chunk.length);
    }
  }

  private void hold(byte[] chunk, int from, int to) {
    if (held.size() + to - from > maxObjectBytes) {
      throw new MalformedAnswerException("a response of the provider's stream is too large");
    }
    held.write(chunk, from, to - from);
  }
}
