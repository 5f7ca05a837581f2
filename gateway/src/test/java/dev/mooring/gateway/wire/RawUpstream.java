package dev.mooring.gateway.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/** A provider that answers every request with the same bytes, and then closes the connection. */
final class RawUpstream implements AutoCloseable {
  private final ServerSocket server;
  private final byte[] answer;
  private final AtomicInteger requests = new AtomicInteger();

  private RawUpstream(ServerSocket server, byte[] answer) {
    this.server = server;
    this.answer = answer;
  }

  /** Answers with an event stream. */
  static RawUpstream streaming(String events) {
    byte[] body = events.getBytes(StandardCharsets.UTF_8);
    return answering(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: "
            + body.length
            + "\r\n\r\n"
            + events);
  }

  /** Answers with these very bytes. */
  static RawUpstream answering(String bytes) {
    try {
      RawUpstream upstream =
          new RawUpstream(
              new ServerSocket(0, 50, InetAddress.getLoopbackAddress()),
              bytes.getBytes(StandardCharsets.UTF_8));
      Thread thread = new Thread(upstream::serve, "raw-upstream");
      thread.setDaemon(true);
      thread.start();
      return upstream;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its origin. */
  String origin() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** How many requests came. */
  int requests() {
    return requests.get();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        if (readsRequest(socket.getInputStream())) {
          requests.incrementAndGet();
          socket.getOutputStream().write(answer);
          socket.getOutputStream().flush();
        }
      } catch (IOException gone) {
        continue;
      }
    }
  }

  /** Reads a request with a short body; whether one came. */
  private static boolean readsRequest(InputStream in) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int b = in.read(); b >= 0; b = in.read()) {
      text.append((char) b);
      if (b == '}' && text.indexOf("\r\n\r\n") > 0 && in.available() == 0) {
        return true;
      }
    }
    return false;
  }
}
