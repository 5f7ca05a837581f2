package dev.mooring.gateway.admin;

import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;

/**
 * Collects the JSON that a request of the admin API carries, whatever type it is sent with: {@code
 * curl -d} calls every body a form, and the fields of a form may only be short.
 */
final class JsonBody implements Handler<RoutingContext> {
  private final BodyHandler collector;

  /**
   * Collects bodies of at most so many bytes.
   *
   * @param most past it the answer is a 413
   */
  JsonBody(long most) {
    this.collector = BodyHandler.create(false).setBodyLimit(most);
  }

  @Override
  public void handle(RoutingContext at) {
    at.request().headers().set(HttpHeaders.CONTENT_TYPE, "application/json");
    collector.handle(at);
  }
}
