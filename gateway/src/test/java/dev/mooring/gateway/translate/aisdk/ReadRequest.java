package dev.mooring.gateway.translate.aisdk;

import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A request that was read, and what was warned of. */
record ReadRequest(ModelRequest request, List<String> warnings) {
  static final String HELLO =
      "\"prompt\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}]";

  /** Reads a body. */
  static ReadRequest of(String body) {
    List<String> warned = new ArrayList<>();
    ModelRequest request =
        new AiSdkRequestReader()
            .read(body.getBytes(StandardCharsets.UTF_8), (feature, details) -> warned.add(feature));
    return new ReadRequest(request, warned);
  }

  /** Reads a body that says hello, and more. */
  static ReadRequest with(String members) {
    return of("{" + HELLO + "," + members + "}");
  }

  /** Reads a message. */
  static ReadRequest message(String message) {
    return of("{\"prompt\":[" + message + "]}");
  }

  /** Reads a message of one part. */
  static ReadRequest part(String role, String part) {
    return message("{\"role\":\"" + role + "\",\"content\":[" + part + "]}");
  }

  /** The only message. */
  Message only() {
    return request.messages().get(0);
  }

  /** The first part of the only message. */
  Part first() {
    return only().parts().get(0);
  }
}
