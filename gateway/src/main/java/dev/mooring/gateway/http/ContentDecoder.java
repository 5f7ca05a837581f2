package dev.mooring.gateway.http;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import com.github.luben.zstd.ZstdInputStream;
import dev.mooring.gateway.relay.HeldBodies;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Undoes the {@code Content-Encoding} of a request's body: gzip, deflate, br, zstd. */
final class ContentDecoder {
  private ContentDecoder() {}

  /** A coding that is not understood. */
  static final class UnsupportedCodingException extends RuntimeException {
    private final String message;

    UnsupportedCodingException(String coding) {
      super("", null, false, false);
      this.message =
          "Content-Encoding '" + coding + "' is not understood (expected: gzip, deflate, br, zstd)";
    }

    /** What is wrong, for the caller to read. */
    String message() {
      return message;
    }
  }

  /**
   * Decodes a body.
   *
   * @param coding the header's value; several codings are undone last first
   * @param held what the body takes of the memory
   * @throws UnsupportedCodingException when a coding is not known
   * @throws BodyReader.TooLargeException when more than {@code maxBytes} come out
   * @throws BodyReader.NoMemoryException when the bodies of all requests take too much
   * @throws IOException when the bytes are not in the coding
   */
  static byte[] decode(byte[] body, String coding, HeldBodies.Share held, long maxBytes)
      throws IOException {
    byte[] decoded = body;
    String[] codings = coding.split(",", -1);
    for (int i = codings.length - 1; i >= 0; i--) {
      String name = codings[i].strip().toLowerCase(Locale.ROOT);
      if (!name.isEmpty() && !name.equals("identity")) {
        try (InputStream stream = open(name, new ByteArrayInputStream(decoded))) {
          decoded = drain(new Counted(stream, held, decoded.length), maxBytes);
        }
        held.takes(decoded.length);
      }
    }
    return decoded;
  }

  private static InputStream open(String coding, ByteArrayInputStream bytes) throws IOException {
    return switch (coding) {
      case "gzip", "x-gzip" -> new GZIPInputStream(bytes);
      case "deflate" -> deflate(bytes);
      case "br" -> {
        Brotli4jLoader.ensureAvailability();
        yield new BrotliInputStream(bytes);
      }
      case "zstd" -> new ZstdInputStream(bytes);
      default -> throw new UnsupportedCodingException(coding);
    };
  }

  /** Both readings of deflate are in use: with the zlib wrapper, and without. */
  private static InputStream deflate(ByteArrayInputStream bytes) throws IOException {
    BufferedInputStream peeked = new BufferedInputStream(bytes);
    peeked.mark(2);
    int first = peeked.read();
    int second = peeked.read();
    peeked.reset();
    boolean wrapped = (first & 0x0f) == 8 && ((first << 8) | second) % 31 == 0;
    return new DeflateStream(peeked, new Inflater(!wrapped));
  }

  /** Gives the memory of its inflater, which is outside the heap, back when it is closed. */
  static final class DeflateStream extends InflaterInputStream {
    DeflateStream(InputStream bytes, Inflater inflater) {
      super(bytes, inflater);
    }

    @Override
    public void close() throws IOException {
      inf.end();
      super.close();
    }
  }

  private static byte[] drain(InputStream stream, long maxBytes) throws IOException {
    byte[] all = stream.readNBytes((int) Math.min(maxBytes + 1, Integer.MAX_VALUE));
    if (all.length > maxBytes) {
      throw new BodyReader.TooLargeException();
    }
    return all;
  }

  /** Takes memory for what is read of a stream: twice, since it is put together at the end. */
  private static final class Counted extends FilterInputStream {
    private final HeldBodies.Share held;
    private final long before;
    private long read;

    Counted(InputStream stream, HeldBodies.Share held, long before) {
      super(stream);
      this.held = held;
      this.before = before;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int more = super.read(into, offset, length);
      read += Math.max(0, more);
      if (!held.takes(before + 2 * read)) {
        throw new BodyReader.NoMemoryException();
      }
      return more;
    }
  }
}
