package dev.mooring.gateway.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Cookie;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The console's login: {@code /admin/v1/login} takes the management token and answers with a
 * cookie, {@code /admin/v1/logout} takes the cookie back.
 */
final class LoginResource {
  private static final long BODY_BYTES = 16 * 1024;

  private final ManagementAccess access;

  LoginResource(ManagementAccess access) {
    this.access = access;
  }

  void mount(Router router) {
    router.post("/admin/v1/login").handler(new JsonBody(BODY_BYTES)).handler(this::login);
    router
        .post("/admin/v1/logout")
        .handler(access::admit)
        .handler(at -> at.response().addCookie(ManagementAccess.logout()).setStatusCode(204).end());
  }

  private void login(RoutingContext at) {
    String token = token(at.body().buffer());
    if (token == null) {
      Answers.refuse(
          at.response(), 400, "the body is no {\"token\": \"<management.token>\"}", "token");
      return;
    }
    Cookie cookie = access.login(token, at.request().isSSL());
    if (cookie == null) {
      Answers.refuse(at.response(), 401, "that is not management.token", "token");
    } else {
      at.response().addCookie(cookie).setStatusCode(204).end();
    }
  }

  private static @Nullable String token(@Nullable Buffer body) {
    try {
      JsonNode json = body == null ? null : Answers.JSON.readTree(body.getBytes());
      JsonNode token = json == null ? null : json.get("token");
      return token == null || !token.isTextual() ? null : token.textValue();
    } catch (IOException e) {
      return null;
    }
  }
}
