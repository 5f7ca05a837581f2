package dev.mooring.gateway.admin;

import io.vertx.core.http.Cookie;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;

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
    router
        .post("/admin/v1/login")
        .handler(BodyHandler.create(false).setBodyLimit(BODY_BYTES))
        .handler(this::login);
    router
        .post("/admin/v1/logout")
        .handler(at -> at.response().addCookie(ManagementAccess.logout()).setStatusCode(204).end());
  }

  private void login(RoutingContext at) {
    JsonObject body = at.body().asJsonObject();
    String token = body == null ? null : body.getString("token");
    if (token == null) {
      Answers.refuse(at.response(), 400, "token: nothing (expected: management.token)", "token");
      return;
    }
    Cookie cookie = access.login(token, at.request().isSSL());
    if (cookie == null) {
      Answers.refuse(at.response(), 401, "that is not management.token", "token");
    } else {
      at.response().addCookie(cookie).setStatusCode(204).end();
    }
  }
}
