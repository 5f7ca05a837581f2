package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code response.failed} that ends a broken stream of Responses: the response as the stream
 * last told of it, failed. Without one, a response with the fields that clients require.
 */
final class FailedResponse {
  private static final byte[] UNKNOWN =
      ("{\"id\":\"resp_failed\",\"object\":\"response\",\"created_at\":0,\"status\":\"failed\","
              + "\"background\":false,\"error\":null,\"incomplete_details\":null,"
              + "\"instructions\":null,\"max_output_tokens\":null,\"model\":\"\",\"output\":[],"
              + "\"parallel_tool_calls\":true,\"previous_response_id\":null,"
              + "\"reasoning\":{\"effort\":null,\"summary\":null},\"store\":false,"
              + "\"temperature\":null,\"text\":{\"format\":{\"type\":\"text\"}},"
              + "\"tool_choice\":\"auto\",\"tools\":[],\"top_p\":null,"
              + "\"truncation\":\"disabled\",\"usage\":null,\"user\":null,\"metadata\":{}}")
          .getBytes(StandardCharsets.UTF_8);
  private static final byte[] FAILED = Splices.quote("failed");

  private FailedResponse() {}

  /**
   * The event's data.
   *
   * @param told the response as the stream last told of it, or null
   */
  static byte[] event(
      byte @Nullable [] told, long sequenceNumber, ApiError error, byte @Nullable [] metadata) {
    byte[] response = failed(told == null ? UNKNOWN : told, error, metadata);
    return JsonText.write(
        json -> {
          json.writeStringField("type", "response.failed");
          json.writeNumberField("sequence_number", sequenceNumber);
          JsonText.rawField(json, "response", response);
        });
  }

  /** The response, failed. */
  private static byte[] failed(byte[] response, ApiError error, byte @Nullable [] metadata) {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("status", FAILED);
    members.put("error", JsonText.write(json -> error(json, error)));
    if (metadata != null) {
      members.put("provider_metadata", metadata);
    }
    Splices splices = new Splices(response);
    try (JsonCursor json = JsonCursor.of(response)) {
      new MemberSetter(splices).set(json, members, JsonCursor::skip);
    }
    return splices.apply();
  }

  /** Writes the members of the response's error, with a code that clients retry on. */
  private static void error(JsonGenerator json, ApiError error) throws IOException {
    json.writeStringField("code", error.status() == 429 ? "rate_limit_exceeded" : "server_error");
    json.writeStringField("message", error.message());
  }
}
