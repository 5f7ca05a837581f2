package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of an AI SDK request say.
 *
 * @param model the model asked for; not blank
 * @param stream whether the answer is to be a stream
 * @param version the specification version that the caller speaks: 2, 3 or 4
 */
public record AiSdkHead(String model, boolean stream, int version) {

  /**
   * Reads the values of the headers.
   *
   * @param pathVersion the version that the path stands for, where the header does not say
   * @throws InvalidRequestException where one is missing or unknown
   */
  public static AiSdkHead of(
      @Nullable String model,
      @Nullable String streaming,
      @Nullable String version,
      int pathVersion) {
    if (model == null || model.isBlank()) {
      throw new InvalidRequestException(
          "ai-language-model-id", "ai-language-model-id: the header is missing");
    }
    int spoken = pathVersion;
    if (version != null && !version.isBlank()) {
      spoken =
          switch (version.strip()) {
            case "2" -> 2;
            case "3" -> 3;
            case "4" -> 4;
            default ->
                throw new InvalidRequestException(
                    "ai-language-model-specification-version",
                    "ai-language-model-specification-version: "
                        + version
                        + " (expected: 2, 3 or 4)");
          };
    }
    return new AiSdkHead(
        model.strip(), streaming != null && streaming.strip().equalsIgnoreCase("true"), spoken);
  }

  /**
   * The body with model and stream as its first members.
   *
   * @throws InvalidRequestException when it is no JSON object
   */
  byte[] before(byte[] body) {
    Splices splices = new Splices(body);
    try (JsonCursor json = JsonCursor.of(body)) {
      if (!json.at(JsonToken.START_OBJECT)) {
        throw new InvalidRequestException(null, "the body is not a JSON object");
      }
      int start = json.start() + 1;
      String named = new String(Splices.quote(model), StandardCharsets.UTF_8);
      String more = json.nextName() ? "," : "";
      String head = "\"model\":" + named + ",\"stream\":" + stream + more;
      splices.insert(start, head.getBytes(StandardCharsets.UTF_8));
    }
    return splices.apply();
  }
}
