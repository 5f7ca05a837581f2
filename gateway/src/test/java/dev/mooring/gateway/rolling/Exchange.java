package dev.mooring.gateway.rolling;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One request and its whole answer on a connection of its own, so that nothing here can retry or
 * hide what went wrong on the way.
 *
 * @param status 0 where the connection failed or the answer is not whole
 * @param body the text; what went wrong where the status is 0
 */
record Exchange(int status, Map<String, String> headers, String body) {
  private static final int PATIENCE_MILLIS = 120_000;

  /** Gets a page of a local port. */
  static Exchange get(int port, String path) {
    return send(
        port, "GET " + path + " HTTP/1.1\r\nhost: mooring\r\nconnection: close\r\n\r\n", "");
  }

  /** Posts JSON with one more header, {@code name: value}. */
  static Exchange post(int port, String path, String header, String json) {
    String head =
        """
        POST %s HTTP/1.1\r
        host: mooring\r
        connection: close\r
        content-type: application/json\r
        %s\r
        content-length: %d\r
        \r
        """
            .formatted(path, header, json.getBytes(StandardCharsets.UTF_8).length);
    return send(port, head, json);
  }

  private static Exchange send(int port, String head, String body) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
      return read(new BufferedInputStream(socket.getInputStream()));
    } catch (IOException e) {
      return new Exchange(0, Map.of(), e.toString());
    }
  }

  private static Exchange read(InputStream in) throws IOException {
    String first = line(in);
    Map<String, String> headers = new HashMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    byte[] body =
        "chunked".equals(headers.get("transfer-encoding")) ? chunks(in) : counted(in, headers);
    return new Exchange(
        Integer.parseInt(first.split(" ", -1)[1]),
        headers,
        new String(body, StandardCharsets.UTF_8));
  }

  private static byte[] counted(InputStream in, Map<String, String> headers) throws IOException {
    String length = headers.get("content-length");
    return length == null ? in.readAllBytes() : exactly(in, Integer.parseInt(length));
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = size(in); size > 0; size = size(in)) {
      body.write(exactly(in, size));
      line(in);
    }
    return body.toByteArray();
  }

  private static int size(InputStream in) throws IOException {
    return Integer.parseInt(line(in).split(";", -1)[0].strip(), 16);
  }

  private static byte[] exactly(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the answer was cut");
    }
    return bytes;
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int octet = in.read(); octet != '\n'; octet = in.read()) {
      if (octet < 0) {
        throw new EOFException("the answer was cut in its head or frame");
      }
      line.write(octet);
    }
    return line.toString(StandardCharsets.UTF_8).strip();
  }
}
