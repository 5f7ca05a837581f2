package dev.mooring.gateway.http;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
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
   * @throws UnsupportedCodingException when a coding is not known
   * @throws BodyReader.TooLargeException when more than {@code maxBytes} come out
   * @throws IOException when the bytes are not in the coding
   */
  static byte[] decode(byte[] body, String coding, long maxBytes) throws IOException {
    byte[] decoded = body;
    String[] codings = coding.split(",", -1);
    for (int i = codings.length - 1; i >= 0; i--) {
      String name = codings[i].strip().toLowerCase(Locale.ROOT);
      if (!name.isEmpty() && !name.equals("identity")) {
        try (InputStream stream = open(name, new ByteArrayInputStream(decoded))) {
          decoded = drain(stream, maxBytes);
        }
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
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] piece = new byte[16 * 1024];
    for (int n = stream.read(piece); n >= 0; n = stream.read(piece)) {
      if (out.size() + (long) n > maxBytes) {
        throw new BodyReader.TooLargeException();
      }
      out.write(piece, 0, n);
    }
    return out.toByteArray();
  }
}
