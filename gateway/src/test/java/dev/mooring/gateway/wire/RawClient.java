package dev.mooring.gateway.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A client that sends the very bytes it is told to, and reads answers one by one. */
public final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 10_000;

  private final Socket socket;
  private final InputStream in;

  private RawClient(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new java.io.BufferedInputStream(socket.getInputStream());
  }

  /** An answer's head and body as they came. */
  public record RawAnswer(int status, List<String> headers, String body) {
    /** The values of a header, in order. */
    List<String> all(String lowerCaseName) {
      List<String> values = new ArrayList<>();
      for (String line : headers) {
        int colon = line.indexOf(':');
        if (line.substring(0, colon).toLowerCase(Locale.ROOT).equals(lowerCaseName)) {
          values.add(line.substring(colon + 1).strip());
        }
      }
      return values;
    }

    /** A header's first value; empty where there is none. */
    String header(String lowerCaseName) {
      List<String> values = all(lowerCaseName);
      return values.isEmpty() ? "" : values.get(0);
    }
  }

  /** Connects to the API listener of a gateway. */
  static RawClient to(Wire wire) {
    return to(wire.gateway().apiPort());
  }

  /** Connects to a port of this machine. */
  public static RawClient to(int port) {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(PATIENCE_MILLIS);
      return new RawClient(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends bytes, each character one. */
  public RawClient send(String latin1) {
    return send(latin1.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Sends bytes. */
  RawClient send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Sends a request with a body and its length, and nothing that is not given; at once, since it
   * may be answered and the connection closed by any part of it.
   */
  RawClient post(String path, byte[] body, String... headerLines) {
    StringBuilder text = new StringBuilder("POST ").append(path).append(" HTTP/1.1\r\n");
    text.append("host: test\r\ncontent-length: ").append(body.length).append("\r\n");
    for (String line : headerLines) {
      text.append(line).append("\r\n");
    }
    text.append("\r\n").append(new String(body, StandardCharsets.ISO_8859_1));
    return send(text.toString());
  }

  /** Reads the next answer that is not an interim one. */
  public RawAnswer answer() {
    RawAnswer answer = interim();
    while (answer.status() < 200) {
      answer = interim();
    }
    return answer;
  }

  /** Reads the next answer, an interim one too. */
  RawAnswer interim() {
    return read(true);
  }

  /** Reads the next answer as one to a HEAD request. */
  RawAnswer headAnswer() {
    return read(false);
  }

  private RawAnswer read(boolean withBody) {
    try {
      String[] status = line().split(" ", 3);
      List<String> headers = new ArrayList<>();
      for (String line = line(); !line.isEmpty(); line = line()) {
        headers.add(line);
      }
      RawAnswer head = new RawAnswer(Integer.parseInt(status[1]), headers, "");
      boolean bare = !withBody || head.status() < 200 || head.status() == 204;
      return new RawAnswer(head.status(), headers, bare ? "" : body(head));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the gateway closes the connection, with nothing more said. */
  public boolean ends() {
    try {
      return in.read() < 0;
    } catch (java.net.SocketException e) {
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String body(RawAnswer head) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    if (!head.header("content-length").isEmpty()) {
      body.write(in.readNBytes(Integer.parseInt(head.header("content-length"))));
    } else if (head.header("transfer-encoding").equals("chunked")) {
      for (int n = chunk(); n > 0; n = chunk()) {
        body.write(in.readNBytes(n));
        line();
      }
      line();
    } else {
      body.write(in.readAllBytes());
    }
    return body.toString(StandardCharsets.UTF_8);
  }

  private int chunk() throws IOException {
    return Integer.parseInt(line(), 16);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new java.io.EOFException("the connection ended: " + line);
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }
}
