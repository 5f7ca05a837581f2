package dev.mooring.gateway.wire;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A provider that answers by the path and remembers what it was asked. */
final class RecordingUpstream implements AutoCloseable {
  private final HttpServer server;
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  private RecordingUpstream(HttpServer server) {
    this.server = server;
  }

  /** A request as it came. */
  record Asked(String target, Headers headers, String body) {
    /** The first value of a header; empty where there is none. */
    String header(String name) {
      String value = headers.getFirst(name);
      return value == null ? "" : value;
    }
  }

  /** One without answers. */
  static RecordingUpstream start() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.start();
      return new RecordingUpstream(server);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Answers under a path, from here on in the same way. */
  RecordingUpstream answers(String path, int status, String type, String body) {
    server.createContext(path, exchange -> answer(exchange, status, type, body));
    return this;
  }

  /** Its origin. */
  String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** What it was asked under a path. */
  List<Asked> asked(String path) {
    return asked.stream().filter(one -> one.target().startsWith(path)).toList();
  }

  private void answer(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add(new Asked(exchange.getRequestURI().toString(), exchange.getRequestHeaders(), sent));
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("content-type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
