package dev.mooring.gateway.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A provider that answers every request with the same bytes, and then closes the connection. */
final class RawUpstream implements AutoCloseable {
  private final ServerSocket server;
  private final List<byte[]> answer;
  private final AtomicLong sent = new AtomicLong();
  private volatile boolean stays;

  private RawUpstream(ServerSocket server, List<byte[]> answer) {
    this.server = server;
    this.answer = answer;
  }

  /** Answers with an event stream. */
  static RawUpstream streaming(String events) {
    return streaming(List.of(bytes(events)));
  }

  /** Answers with an event stream that is written piece by piece. */
  static RawUpstream streaming(List<byte[]> pieces) {
    return answering("text/event-stream", pieces);
  }

  /** Answers with a body of any kind that is written piece by piece. */
  static RawUpstream answering(String contentType, List<byte[]> pieces) {
    long length = pieces.stream().mapToLong(piece -> piece.length).sum();
    String head =
        "HTTP/1.1 200 OK\r\ncontent-type: "
            + contentType
            + "\r\ncontent-length: "
            + length
            + "\r\n\r\n";
    List<byte[]> answer = new ArrayList<>();
    answer.add(bytes(head));
    answer.addAll(pieces);
    return saying(answer);
  }

  /** Answers with bytes that need not be HTTP, head included. */
  static RawUpstream saying(String bytes) {
    return saying(List.of(bytes(bytes)));
  }

  private static RawUpstream saying(List<byte[]> answer) {
    try {
      RawUpstream upstream =
          new RawUpstream(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), answer);
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

  /** From here on it keeps the connection open after an answer, and the answer too. */
  RawUpstream staying() {
    answer.set(0, bytes("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"));
    stays = true;
    return this;
  }

  /** How many bytes it could send so far. */
  long sent() {
    return sent.get();
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
          for (byte[] piece : answer) {
            socket.getOutputStream().write(piece);
            sent.addAndGet(piece.length);
          }
          if (stays) {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
          }
        }
      } catch (IOException gone) {
        // this caller went away; the next one is served
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
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
