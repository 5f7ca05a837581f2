package dev.mooring.gateway.admin;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.config.ManagementConfig;
import dev.mooring.gateway.relay.Explainer;
import dev.mooring.gateway.relay.Node;
import io.netty.channel.EventLoop;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.internal.ContextInternal;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The management listener: {@code /livez}, {@code /readyz}, {@code /metrics}, the admin API and, at
 * {@code /}, the console.
 */
public final class ManagementVerticle extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(ManagementVerticle.class);
  private static final int IDLE_SECONDS = 60;

  private final NodeView view;
  private @Nullable HttpServer server;

  /** Listens as configured at start; its token is asked for as the configuration in force says. */
  public ManagementVerticle(NodeView view) {
    this.view = view;
  }

  @Override
  public Future<?> start() {
    EventLoop loop = ((ContextInternal) context).nettyEventLoop();
    return vertx
        .executeBlocking(() -> view.nodes().apply(loop))
        .compose(node -> node)
        .compose(this::listen);
  }

  private Future<HttpServer> listen(Node node) {
    ManagementConfig config = view.config().management();
    HttpServer http =
        vertx
            .createHttpServer(new HttpServerOptions().setIdleTimeout(IDLE_SECONDS))
            .requestHandler(router(node))
            .invalidRequestHandler(ManagementVerticle::refuseInvalid);
    server = http;
    return http.listen(config.port(), config.host());
  }

  /** The port that is listened on. */
  public int port() {
    return server == null ? 0 : server.actualPort();
  }

  private Router router(Node node) {
    ManagementAccess access = new ManagementAccess(() -> view.config().management(), node.clock());
    Router router = Router.router(vertx);
    router.get("/livez").handler(at -> text(at, 200, "text/plain", "ok\n"));
    router.get("/readyz").handler(this::readyz);
    new LoginResource(access).mount(router);
    router.route("/metrics").handler(access::admit);
    router.route("/admin/*").handler(access::admit);
    router
        .get("/metrics")
        .handler(
            at ->
                text(at, 200, "text/plain; version=0.0.4; charset=utf-8", node.metrics().scrape()));
    OverviewResource overview = new OverviewResource(view);
    overview.mount(router);
    new LiveResource(vertx, view, overview).mount(router);
    new TurnResource(view).mount(router);
    new ProviderResource(view, node).mount(router);
    new LifetimeResource(view, node).mount(router);
    new SessionResource(view, node, vertx).mount(router);
    new KeyResource(view, node, vertx).mount(router);
    new ConfigResource(view).mount(router);
    new ExplainResource(view, new Explainer(node)).mount(router, vertx);
    new ApiDocument().mount(router);
    Console.mount(router);
    router.errorHandler(404, at -> Answers.refuse(at.response(), 404, "there is no such page"));
    router.errorHandler(
        405, at -> Answers.refuse(at.response(), 405, "there is no such method here"));
    router.errorHandler(413, at -> Answers.refuse(at.response(), 413, "the body is too long"));
    router.errorHandler(500, ManagementVerticle::fault);
    return router;
  }

  private void readyz(RoutingContext at) {
    Readiness readiness = view.readiness();
    text(at, readiness.ready() ? 200 : 503, "application/json", readiness.json());
  }

  /** Answers what is no HTTP: a bad or too long request line, a bad or too long header. */
  private static void refuseInvalid(HttpServerRequest request) {
    ApiError error = ApiError.notHttp(request.decoderResult().cause());
    if (request.version() != HttpVersion.HTTP_2) {
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    Answers.refuse(request.response(), error.status(), error.message());
  }

  private static void fault(RoutingContext at) {
    LOG.error("management met a fault at {}", at.normalizedPath(), at.failure());
    Answers.refuse(at.response(), 500, "the gateway met a fault of its own; its log says more");
  }

  private static void text(RoutingContext at, int status, String type, String body) {
    at.response().setStatusCode(status).putHeader(HttpHeaders.CONTENT_TYPE, type).end(body);
  }
}
