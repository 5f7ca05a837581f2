package dev.mooring.gateway.admin;

import io.vertx.ext.web.Router;

/** The configuration in force: {@code /admin/v1/config}. */
final class ConfigResource {
  private final NodeView node;

  ConfigResource(NodeView node) {
    this.node = node;
  }

  void mount(Router router) {
    router
        .get("/admin/v1/config")
        .handler(at -> Answers.send(at.response(), ConfigView.of(node.config())));
  }
}
