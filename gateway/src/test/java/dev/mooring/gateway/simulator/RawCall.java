package dev.mooring.gateway.simulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/**
 * What a raw socket saw of an answer.
 *
 * @param bytes all that came
 * @param ending how it ended
 */
@SuppressWarnings("ArrayRecordComponent") // compared by none
record RawCall(byte[] bytes, Ending ending) {
  private static final String KEY = "Host: x\r\nAuthorization: Bearer key-a\r\n";
  private static final int FIRST_BYTE = 10_000;

  /** How a connection ended. */
  enum Ending {
    CLOSED,
    RESET,
    SILENT
  }

  /**
   * Posts a body and reads until the connection ends or is silent for so long. The first byte is
   * waited for longer.
   */
  static RawCall post(int port, String path, String body, int silenceMillis) throws IOException {
    return post(port, path, KEY, body, FIRST_BYTE, silenceMillis);
  }

  /** The same with these header lines. */
  static RawCall post(int port, String path, String headers, String body, int silenceMillis)
      throws IOException {
    return post(port, path, headers, body, FIRST_BYTE, silenceMillis);
  }

  /** The same where no byte at all is expected. */
  static RawCall postIntoSilence(int port, String path, String body, int silenceMillis)
      throws IOException {
    return post(port, path, KEY, body, silenceMillis, silenceMillis);
  }

  /** The bytes as text. */
  String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** How many events' data came. */
  int events() {
    return text().split("data: ", -1).length - 1;
  }

  private static RawCall post(
      int port, String path, String headers, String body, int firstByteMillis, int silenceMillis)
      throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      byte[] payload = body.getBytes(StandardCharsets.UTF_8);
      String head =
          "POST %s HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n"
              .formatted(path, headers, payload.length);
      ByteArrayOutputStream request = new ByteArrayOutputStream();
      request.write(head.getBytes(StandardCharsets.UTF_8));
      request.write(payload);
      socket.getOutputStream().write(request.toByteArray());
      socket.setSoTimeout(firstByteMillis);
      return readAll(socket, silenceMillis);
    }
  }

  private static RawCall readAll(Socket socket, int silenceMillis) throws IOException {
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    try {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        all.write(buffer, 0, read);
        socket.setSoTimeout(silenceMillis);
      }
      return new RawCall(all.toByteArray(), Ending.CLOSED);
    } catch (SocketTimeoutException silent) {
      return new RawCall(all.toByteArray(), Ending.SILENT);
    } catch (SocketException reset) {
      return new RawCall(all.toByteArray(), Ending.RESET);
    }
  }
}
