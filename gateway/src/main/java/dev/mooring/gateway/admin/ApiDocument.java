package dev.mooring.gateway.admin;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The OpenAPI document of the admin API: {@code /admin/v1/openapi.json}. */
final class ApiDocument {
  private final String text;

  ApiDocument() {
    try (InputStream in = ApiDocument.class.getResourceAsStream("openapi.json")) {
      if (in == null) {
        throw new IllegalStateException("openapi.json is missing from the jar");
      }
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void mount(Router router) {
    router
        .get("/admin/v1/openapi.json")
        .handler(
            at -> at.response().putHeader(HttpHeaders.CONTENT_TYPE, "application/json").end(text));
  }
}
