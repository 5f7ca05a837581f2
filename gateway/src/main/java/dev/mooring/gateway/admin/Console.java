package dev.mooring.gateway.admin;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.StaticHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The console's files, at {@code /}. They hold nothing of this node, so that they need no login;
 * what they show they ask of the admin API.
 */
final class Console {
  private static final String FOLDER = "dev/mooring/gateway/console";
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types lit-html";

  private Console() {}

  static void mount(Router router) {
    serve(router, "/", FOLDER);
    serve(router, "/console/vendor/lit-html/*", library("lit-html"));
    serve(router, "/console/vendor/uplot/*", library("uplot") + "/dist");
    serve(router, "/console/*", FOLDER);
  }

  private static void serve(Router router, String path, String folder) {
    router
        .get(path)
        .handler(Console::guard)
        .handler(
            StaticHandler.create(folder).setIndexPage("index.html").setDirectoryListing(false));
  }

  private static void guard(RoutingContext at) {
    at.response()
        .putHeader("content-security-policy", POLICY)
        .putHeader("x-content-type-options", "nosniff")
        .putHeader("referrer-policy", "no-referrer")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
    at.next();
  }

  /** Where a library of the page lies on the class path; its version is in the path. */
  private static String library(String name) {
    String properties = "/META-INF/maven/org.webjars.npm/" + name + "/pom.properties";
    try (InputStream in = Console.class.getResourceAsStream(properties)) {
      if (in == null) {
        throw new IllegalStateException("the class path has no " + properties);
      }
      Properties read = new Properties();
      read.load(in);
      return "META-INF/resources/webjars/" + name + "/" + read.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
