package dev.mooring.gateway.simulator;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The headers that providers put on every answer. */
final class AnswerHeaders {
  private AnswerHeaders() {}

  /**
   * The headers of an answer.
   *
   * @param credential null where the key was not recognised
   */
  static Map<String, String> of(
      SimulatedApi.Dialect dialect,
      String contentType,
      String requestId,
      @Nullable SimulatedCredential credential) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", contentType);
    switch (dialect) {
      case OPENAI -> {
        headers.put("x-request-id", requestId);
        headers.put("openai-version", "2020-10-01");
        headers.put("openai-processing-ms", "1");
      }
      case ANTHROPIC -> headers.put("request-id", requestId);
    }
    if (credential != null) {
      putAccount(headers, dialect, credential);
    }
    return headers;
  }

  private static void putAccount(
      Map<String, String> headers, SimulatedApi.Dialect dialect, SimulatedCredential credential) {
    String limit = Integer.toString(credential.limitOrDefault());
    String remaining = Integer.toString(credential.remainingRequests());
    switch (dialect) {
      case OPENAI -> {
        headers.put("openai-organization", "org-" + credential.key().cacheScope());
        headers.put("x-ratelimit-limit-requests", limit);
        headers.put("x-ratelimit-remaining-requests", remaining);
        headers.put("x-ratelimit-reset-requests", "1s");
      }
      case ANTHROPIC -> {
        headers.put("anthropic-organization-id", "org-" + credential.key().cacheScope());
        headers.put("anthropic-ratelimit-requests-limit", limit);
        headers.put("anthropic-ratelimit-requests-remaining", remaining);
      }
    }
  }
}
