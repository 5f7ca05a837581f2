package dev.mooring.gateway.wire;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A collector of spans: takes OTLP over HTTP, and reads what it needs of the protocol buffers. */
final class SpanReceiver implements AutoCloseable {
  private static final int RESOURCE_SPANS = 1;
  private static final int SCOPE_SPANS = 2;
  private static final int SPANS = 2;

  private final List<ReceivedSpan> spans = new CopyOnWriteArrayList<>();
  private final List<Map<String, String>> headers = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  /** A span as it was sent; the texts of its attributes by name, other values are left out. */
  record ReceivedSpan(
      String traceId,
      String spanId,
      String parentId,
      String name,
      Map<String, String> attributes) {}

  /** The bytes of a field of a message. */
  private static final class Field {
    private final byte[] bytes;

    Field(byte[] bytes) {
      this.bytes = bytes;
    }

    byte[] bytes() {
      return bytes;
    }

    String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  SpanReceiver(Vertx vertx) {
    server = Wire.await(vertx.createHttpServer().requestHandler(this::take).listen(0, "127.0.0.1"));
  }

  /** Where it takes spans. */
  String origin() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  /** All spans so far. */
  List<ReceivedSpan> spans() {
    return spans;
  }

  /** The headers of all posts so far, by lower-case name. */
  List<Map<String, String>> headers() {
    return headers;
  }

  @Override
  public void close() {
    Wire.await(server.close());
  }

  private void take(HttpServerRequest request) {
    Map<String, String> sent = new TreeMap<>();
    request
        .headers()
        .forEach((name, value) -> sent.put(name.toLowerCase(java.util.Locale.ROOT), value));
    sent.put(":path", request.path());
    request
        .body()
        .onSuccess(
            body -> {
              read(body);
              headers.add(sent);
              request.response().putHeader("content-type", "application/x-protobuf").end();
            });
  }

  private void read(Buffer body) {
    for (Field resource : fields(body.getBytes(), RESOURCE_SPANS)) {
      for (Field scope : fields(resource.bytes(), SCOPE_SPANS)) {
        for (Field span : fields(scope.bytes(), SPANS)) {
          spans.add(span(span.bytes()));
        }
      }
    }
  }

  private static ReceivedSpan span(byte[] message) {
    Map<String, String> attributes = new TreeMap<>();
    for (Field attribute : fields(message, 9)) {
      List<Field> value = fields(attribute.bytes(), 2);
      List<Field> text = value.isEmpty() ? List.of() : fields(value.get(0).bytes(), 1);
      if (!text.isEmpty()) {
        attributes.put(fields(attribute.bytes(), 1).get(0).text(), text.get(0).text());
      }
    }
    return new ReceivedSpan(
        hex(message, 1),
        hex(message, 2),
        hex(message, 4),
        fields(message, 5).get(0).text(),
        attributes);
  }

  private static String hex(byte[] message, int number) {
    List<Field> found = fields(message, number);
    return found.isEmpty() ? "" : HexFormat.of().formatHex(found.get(0).bytes());
  }

  /** The fields of a number that hold bytes. */
  private static List<Field> fields(byte[] message, int number) {
    List<Field> found = new ArrayList<>();
    int[] at = {0};
    while (at[0] < message.length) {
      long tag = varint(message, at);
      switch ((int) (tag & 7)) {
        case 0 -> varint(message, at);
        case 1 -> at[0] += 8;
        case 5 -> at[0] += 4;
        case 2 -> {
          int length = (int) varint(message, at);
          if (tag >>> 3 == number) {
            found.add(new Field(java.util.Arrays.copyOfRange(message, at[0], at[0] + length)));
          }
          at[0] += length;
        }
        default -> throw new IllegalArgumentException("wire type of tag " + tag);
      }
    }
    return found;
  }

  private static long varint(byte[] message, int[] at) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = message[at[0]++];
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }
}
