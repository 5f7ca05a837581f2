package dev.mooring.gateway.admin;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.StaticHandler;

/**
 * The console's files, at {@code /}. They hold nothing of this node, so that they need no login;
 * what they show they ask of the admin API.
 */
final class Console {
  private static final String FOLDER = "dev/mooring/gateway/console";
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self';"
          + " frame-ancestors 'none'";

  private Console() {}

  static void mount(Router router) {
    StaticHandler files =
        StaticHandler.create(FOLDER).setIndexPage("index.html").setDirectoryListing(false);
    router.get("/").handler(Console::guard).handler(files);
    router.get("/console/*").handler(Console::guard).handler(files);
  }

  private static void guard(RoutingContext at) {
    at.response()
        .putHeader("content-security-policy", POLICY)
        .putHeader("x-content-type-options", "nosniff")
        .putHeader("referrer-policy", "no-referrer")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
    at.next();
  }
}
