package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import java.nio.charset.StandardCharsets;

/** The body of an AI SDK request with what its headers say: the model, and whether to stream. */
final class AiSdkBody {
  private AiSdkBody() {}

  /**
   * The body with two more members before its first.
   *
   * @throws InvalidRequestException when it is no JSON object
   */
  static byte[] withHead(byte[] body, String model, boolean stream) {
    Splices splices = new Splices(body);
    try (JsonCursor json = JsonCursor.of(body)) {
      if (!json.at(JsonToken.START_OBJECT)) {
        throw new InvalidRequestException(null, "the body is not a JSON object");
      }
      int start = json.start() + 1;
      String named = new String(Splices.quote(model), StandardCharsets.UTF_8);
      String head = "\"model\":" + named + ",\"stream\":" + stream + (json.nextName() ? "," : "");
      splices.insert(start, head.getBytes(StandardCharsets.UTF_8));
    }
    return splices.apply();
  }
}
