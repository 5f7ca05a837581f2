package dev.mooring.gateway.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/** The JSON answers of the admin API: views as they are, what is absent left out, errors. */
final class Answers {
  /** Reads and writes the admin API's documents. */
  static final ObjectMapper JSON =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  private Answers() {}

  /** An error's document. */
  private record ErrorView(Detail error) {
    /**
     * @param param the parameter or field that is at fault
     */
    record Detail(String message, @Nullable String param) {}
  }

  /** Answers with a document. */
  static void send(HttpServerResponse response, Object view) {
    send(response, 200, view);
  }

  /** Answers with an error that names no field. */
  static void refuse(HttpServerResponse response, int status, String message) {
    refuse(response, status, message, null);
  }

  /** Answers with an error. */
  static void refuse(
      HttpServerResponse response, int status, String message, @Nullable String param) {
    send(response, status, new ErrorView(new ErrorView.Detail(message, param)));
  }

  private static void send(HttpServerResponse response, int status, Object view) {
    if (response.ended() || response.closed()) {
      return;
    }
    response
        .setStatusCode(status)
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .end(text(view));
  }

  /** A document's text. */
  static String text(Object view) {
    try {
      return JSON.writeValueAsString(view);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a view that is no JSON: " + view.getClass(), e);
    }
  }
}
