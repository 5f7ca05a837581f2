package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/** A body of the type {@code application/x-www-form-urlencoded}. */
final class FormBody {
  private FormBody() {}

  /** Its fields. */
  static ObjectNode read(byte[] body) {
    ObjectNode fields = Json.object();
    for (String pair : new String(body, StandardCharsets.UTF_8).split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        fields.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
      }
    }
    return fields;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
