package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the headers of an AI SDK request say.
 *
 * @param model the model asked for; not blank
 * @param stream whether the answer is to be a stream
 * @param version the specification version that the caller speaks: 2, 3 or 4
 */
public record AiSdkHead(String model, boolean stream, int version) {
  /** Each version of the AI SDK's protocol has a prefix; the one of version 2 is the oldest's. */
  private static final Pattern PATH = Pattern.compile("/v([134])/ai/.*");

  /** The headers of a request. */
  @FunctionalInterface
  public interface Headers {
    /** The value of a header; null where there is none. */
    @Nullable String get(String name);
  }

  /** The specification version that a path of the AI SDK stands for; 0 for other paths. */
  public static int pathVersion(String path) {
    Matcher prefix = PATH.matcher(path);
    if (!prefix.matches()) {
      return 0;
    }
    String version = prefix.group(1);
    return version.equals("1") ? 2 : Integer.parseInt(version);
  }

  /**
   * Reads the headers.
   *
   * @param headers gives a header's value by its name
   * @param pathVersion the version that the path stands for, where the header does not say
   * @throws InvalidRequestException where one is missing or unknown
   */
  public static AiSdkHead of(Headers headers, int pathVersion) {
    String model = headers.get("ai-language-model-id");
    String streaming = headers.get("ai-language-model-streaming");
    String version = headers.get("ai-language-model-specification-version");
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
