package dev.mooring.gateway.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The bytes of an HTTP/1.1 request with slots for the number of its session: wherever {@link #SLOT}
 * stands in the head or the body, eight digits go.
 */
final class RequestTemplate {
  /** Stands for the session's number. */
  static final String SLOT = "@session";

  private static final byte[] SLOT_BYTES = SLOT.getBytes(StandardCharsets.US_ASCII);

  private final byte[] bytes;
  private final List<Integer> slots;

  private RequestTemplate(byte[] bytes) {
    this.bytes = bytes;
    this.slots = slots(bytes);
  }

  /** A POST of a JSON body to an endpoint. */
  static RequestTemplate post(Endpoint endpoint, byte[] body) {
    StringBuilder head = new StringBuilder(256);
    head.append("POST ").append(endpoint.path()).append(" HTTP/1.1\r\nhost: ");
    head.append(endpoint.host()).append(':').append(endpoint.port());
    head.append("\r\ncontent-type: application/json\r\n");
    endpoint
        .headers()
        .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append("content-length: ").append(body.length).append("\r\n\r\n");
    byte[] headBytes = head.toString().getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[headBytes.length + body.length];
    System.arraycopy(headBytes, 0, all, 0, headBytes.length);
    System.arraycopy(body, 0, all, headBytes.length, body.length);
    return new RequestTemplate(all);
  }

  /** The request of a session. */
  byte[] of(int session) {
    byte[] request = bytes.clone();
    byte[] digits = digits(session).getBytes(StandardCharsets.US_ASCII);
    for (int slot : slots) {
      System.arraycopy(digits, 0, request, slot, digits.length);
    }
    return request;
  }

  /** What stands in the slots of a session. */
  static String digits(int session) {
    return String.format(Locale.ROOT, "%0" + SLOT_BYTES.length + "d", session);
  }

  /** The parts between the slots, in order: one more than there are slots. */
  List<byte[]> parts() {
    List<byte[]> parts = new ArrayList<>();
    int from = 0;
    for (int slot : slots) {
      parts.add(Arrays.copyOfRange(bytes, from, slot));
      from = slot + SLOT_BYTES.length;
    }
    parts.add(Arrays.copyOfRange(bytes, from, bytes.length));
    return parts;
  }

  private static List<Integer> slots(byte[] bytes) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i + SLOT_BYTES.length <= bytes.length; i++) {
      if (bytes[i] == SLOT_BYTES[0]
          && Arrays.equals(bytes, i, i + SLOT_BYTES.length, SLOT_BYTES, 0, SLOT_BYTES.length)) {
        found.add(i);
      }
    }
    return found;
  }
}
