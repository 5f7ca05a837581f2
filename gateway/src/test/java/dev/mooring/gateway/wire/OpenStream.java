package dev.mooring.gateway.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An answer that is read from a plain socket as it comes, event by event. */
final class OpenStream implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 30_000;

  private final Socket socket = new Socket();
  private final InputStream in;
  private final List<String> head = new ArrayList<>();
  private long left;
  private boolean ended;

  private OpenStream(int port, int receiveBuffer, String request) throws IOException {
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Posts JSON. Headers come in pairs of name and value. */
  static OpenStream post(Wire wire, String path, String body, String... headers) {
    return post(wire, 0, path, body, headers);
  }

  /** The same to a gateway on a local port. */
  static OpenStream post(int port, String path, String body) {
    return post(port, 0, path, body);
  }

  /** The same with a receive buffer of so many bytes. */
  static OpenStream post(
      Wire wire, int receiveBuffer, String path, String body, String... headers) {
    return post(wire.gateway().apiPort(), receiveBuffer, path, body, headers);
  }

  private static OpenStream post(
      int port, int receiveBuffer, String path, String body, String... headers) {
    StringBuilder request = new StringBuilder("POST " + path + " HTTP/1.1\r\nhost: gateway\r\n");
    request.append("content-type: application/json\r\ncontent-length: ");
    request.append(body.getBytes(StandardCharsets.UTF_8).length).append("\r\n");
    for (int i = 0; i < headers.length; i += 2) {
      request.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
    }
    request.append("\r\n").append(body);
    try {
      return new OpenStream(port, receiveBuffer, request.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the answer's head; its status. */
  int status() {
    readHead();
    return Integer.parseInt(head.get(0).split(" ", 3)[1]);
  }

  /** A header of the answer; empty where there is none. */
  String header(String name) {
    readHead();
    for (String line : head) {
      if (line.toLowerCase(Locale.ROOT).startsWith(name + ":")) {
        return line.substring(name.length() + 1).strip();
      }
    }
    return "";
  }

  /** Waits for the next event, with its name and comments; null at the end of the answer. */
  @Nullable String next() {
    readHead();
    ByteArrayOutputStream event = new ByteArrayOutputStream();
    try {
      boolean blank = false;
      for (int b = read(); b >= 0; b = read()) {
        event.write(b);
        if (b == '\n' && blank) {
          return event.toString(StandardCharsets.UTF_8);
        }
        blank = b == '\n' || (blank && b == '\r');
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return event.size() == 0 ? null : event.toString(StandardCharsets.UTF_8);
  }

  /** Reads on until an event contains some text, and returns it. */
  String until(String text) {
    for (String event = next(); event != null; event = next()) {
      if (event.contains(text)) {
        return event;
      }
    }
    throw new AssertionError("the stream ended without: " + text);
  }

  /** Everything that is left. */
  String rest() {
    StringBuilder rest = new StringBuilder();
    for (String event = next(); event != null; event = next()) {
      rest.append(event);
    }
    return rest.toString();
  }

  /** Goes away without a word. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void readHead() {
    try {
      if (head.isEmpty()) {
        for (String line = line(); !line.isEmpty(); line = line()) {
          head.add(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next byte of a chunked body; -1 after the last chunk. */
  private int read() throws IOException {
    if (ended) {
      return -1;
    }
    if (left == 0) {
      left = Long.parseLong(line(), 16);
      if (left == 0) {
        line();
        ended = true;
        return -1;
      }
    }
    int b = in.read();
    if (b < 0) {
      throw new EOFException("the connection ended within the body");
    }
    left--;
    if (left == 0) {
      line();
    }
    return b;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the connection ended");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }
}
