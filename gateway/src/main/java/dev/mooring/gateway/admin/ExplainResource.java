package dev.mooring.gateway.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.affinity.Session;
import dev.mooring.gateway.api.AiSdkHead;
import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.api.InvalidRequestException;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.TeamConfig;
import dev.mooring.gateway.relay.Explainer;
import dev.mooring.gateway.relay.Explanation;
import dev.mooring.gateway.relay.Explanation.ModelExplanation;
import dev.mooring.gateway.relay.Inbound;
import dev.mooring.gateway.relay.Operation;
import dev.mooring.gateway.routing.Caller;
import dev.mooring.gateway.routing.PlanCandidate;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a request would go, and why: {@code /admin/v1/explain}. */
final class ExplainResource {
  private static final String DEFAULT_PATH = Operation.CHAT_COMPLETIONS.path();

  private final NodeView view;
  private final Explainer explainer;

  ExplainResource(NodeView view, Explainer explainer) {
    this.view = view;
    this.explainer = explainer;
  }

  /** {@code Explanation} of the admin API. */
  record ExplanationView(
      @Nullable SessionView session,
      int promptTokens,
      List<TurnView.TrailLine> trail,
      List<ModelView> models,
      @Nullable ErrorView error) {}

  /** {@code Explanation.session} of the admin API. */
  record SessionView(String hash, @Nullable String id, String kind, String source) {}

  /** An element of {@code Explanation.models} of the admin API. */
  record ModelView(
      String model,
      String outcome,
      @Nullable String pinnedProvider,
      @Nullable String displacedProvider,
      String planningReasoning,
      PinView pin,
      List<CandidateView> candidates) {}

  /** An element of {@code Explanation.models.candidates} of the admin API. */
  record CandidateView(
      String provider,
      String credential,
      String upstreamModel,
      boolean byok,
      String condition,
      @Nullable Double estimatedInputCostUsd) {}

  /** {@code Explanation.error} of the admin API. */
  record ErrorView(int status, String type, String message, @Nullable String param) {}

  /** A request that cannot be explained as it was sent. */
  private static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1;
    private final String field;
    private final String told;

    UnreadableException(String field, String message) {
      super(message, null, false, false);
      this.field = field;
      this.told = message;
    }
  }

  void mount(Router router, Vertx vertx) {
    router
        .post("/admin/v1/explain")
        .handler(new JsonBody(view.config().server().maxBodyBytes()))
        .handler(at -> explain(at, vertx));
  }

  private void explain(RoutingContext at, Vertx vertx) {
    Buffer body = at.body().buffer();
    vertx
        .executeBlocking(() -> inbound(body), false)
        .compose(
            inbound ->
                Future.fromCompletionStage(explainer.explain(inbound), vertx.getOrCreateContext()))
        .onSuccess(explanation -> Answers.send(at.response(), view(explanation)))
        .onFailure(
            failure -> {
              if (failure instanceof UnreadableException unreadable) {
                Answers.refuse(at.response(), 400, unreadable.told, unreadable.field);
              } else if (failure instanceof InvalidRequestException invalid) {
                ApiError error = ApiError.invalid(invalid);
                String field = error.field() == null ? "body" : "body." + error.field();
                Answers.refuse(at.response(), 400, error.message(), field);
              } else {
                at.fail(failure);
              }
            });
  }

  private Inbound inbound(@Nullable Buffer text) throws UnreadableException {
    JsonNode request = json(text);
    String path = request.path("path").asText(DEFAULT_PATH);
    Operation operation = operation(path);
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    request
        .path("headers")
        .properties()
        .forEach(header -> headers.add(header.getKey(), header.getValue().asText()));
    byte[] body = body(request.path("body"));
    Envelope envelope = envelope(operation, path, headers, body);
    Caller caller = caller(request, headers);
    return new Inbound(
        "req_explained",
        operation,
        operation.path(),
        headers,
        caller,
        envelope,
        view.catalog().get());
  }

  /** The body as the API reads it at that path. */
  private static Envelope envelope(Operation operation, String path, MultiMap headers, byte[] body)
      throws UnreadableException {
    Api api = operation.api();
    if (api == null) {
      return Envelope.readPlain(body);
    }
    return api == Api.AI_SDK
        ? Envelope.readAiSdk(body, head(path, headers))
        : Envelope.read(api, body);
  }

  private static AiSdkHead head(String path, MultiMap headers) throws UnreadableException {
    try {
      return AiSdkHead.of(headers::get, AiSdkHead.pathVersion(path));
    } catch (InvalidRequestException e) {
      ApiError error = ApiError.invalid(e);
      throw new UnreadableException("headers." + error.field(), error.message());
    }
  }

  private static JsonNode json(@Nullable Buffer text) throws UnreadableException {
    try {
      JsonNode json = text == null ? null : Answers.JSON.readTree(text.getBytes());
      if (json != null && json.isObject()) {
        return json;
      }
    } catch (IOException e) {
      // Told below, like a body that is something else.
    }
    throw new UnreadableException("body", "the request is no JSON object with a body");
  }

  private static Operation operation(String path) throws UnreadableException {
    boolean aiSdk = AiSdkHead.pathVersion(path) > 0;
    String newest = aiSdk ? path.replaceFirst("/v.", "/v4") : path;
    List<String> known = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      if (operation.path().equals(newest)) {
        return operation;
      }
      known.add(operation.path());
    }
    throw new UnreadableException(
        "path", "path: " + path + " (expected: " + String.join(", ", known) + ")");
  }

  private static byte[] body(JsonNode body) throws UnreadableException {
    if (body.isTextual()) {
      return body.textValue().getBytes(StandardCharsets.UTF_8);
    }
    if (body.isObject()) {
      return body.toString().getBytes(StandardCharsets.UTF_8);
    }
    throw new UnreadableException("body", "body: nothing (expected: the request's body)");
  }

  /** Whoever the request names by the ids of the configuration; there is no need of a secret. */
  private Caller caller(JsonNode request, MultiMap headers) throws UnreadableException {
    GatewayConfig config = view.config();
    if (config.teams().isEmpty()) {
      return new Caller(Caller.DEFAULT_TEAM, null, null);
    }
    String team = request.path("team").asText("");
    String key = request.path("key").asText("");
    for (TeamConfig each : config.teams()) {
      for (ClientKeyConfig known : each.keys()) {
        if (each.id().equals(team) && known.id().equals(key)) {
          String header = known.userHeader();
          return new Caller(team, known, header == null ? null : headers.get(header));
        }
      }
    }
    throw new UnreadableException(
        "key", "team and key: " + team + "/" + key + " (expected: ids of the configuration)");
  }

  private ExplanationView view(Explanation explanation) {
    ApiError error = explanation.error();
    return new ExplanationView(
        session(explanation.session()),
        explanation.promptTokens(),
        explanation.trail().stream()
            .map(line -> new TurnView.TrailLine(line.model(), line.stage(), line.text()))
            .toList(),
        explanation.models().stream().map(ExplainResource::model).toList(),
        error == null
            ? null
            : new ErrorView(error.status(), error.type(), error.message(), error.field()));
  }

  private static @Nullable SessionView session(@Nullable Session session) {
    return session == null
        ? null
        : new SessionView(
            session.key().hex(),
            session.id(),
            session.source().kind().wireName(),
            session.source().name().toLowerCase(Locale.ROOT));
  }

  private static ModelView model(ModelExplanation model) {
    List<CandidateView> candidates = new ArrayList<>();
    for (int i = 0; i < model.promotion().plan().size(); i++) {
      PlanCandidate candidate = model.promotion().plan().get(i);
      candidates.add(
          new CandidateView(
              candidate.provider(),
              candidate.credential(),
              candidate.upstreamModel(),
              candidate.byok(),
              candidate.condition().name().toLowerCase(Locale.ROOT),
              model.inputCosts().get(i)));
    }
    return new ModelView(
        model.model(),
        model.promotion().outcome().wireName(),
        model.promotion().pinnedProvider(),
        model.promotion().displacedProvider(),
        model.reasoning(),
        PinView.of(model.model(), model.pin()),
        candidates);
  }
}
