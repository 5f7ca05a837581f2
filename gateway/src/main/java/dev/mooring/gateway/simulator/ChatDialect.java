package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** OpenAI's Chat Completions, at OpenAI and in both of Azure's places. */
record ChatDialect(Place place) implements GeneratingDialect {
  private static final Pattern DEPLOYMENT =
      Pattern.compile("/openai/deployments/([^/]+)/chat/completions");

  /** Where it is served. */
  enum Place {
    OPENAI,
    AZURE,
    AZURE_DEPLOYMENT
  }

  @Override
  public SimulatedApi api() {
    return SimulatedApi.CHAT;
  }

  @Override
  public Vendor vendor() {
    return place == Place.OPENAI ? new OpenAiVendor() : new AzureVendor();
  }

  @Override
  public @Nullable Route route(HttpServerRequest request) {
    return switch (place) {
      case OPENAI -> request.path().equals("/v1/chat/completions") ? Route.of(this) : null;
      case AZURE -> request.path().equals("/openai/v1/chat/completions") ? Route.of(this) : null;
      case AZURE_DEPLOYMENT -> {
        Matcher path = DEPLOYMENT.matcher(request.path());
        boolean versioned = request.getParam("api-version") != null;
        yield path.matches() && versioned ? new Route(this, path.group(1), null) : null;
      }
    };
  }

  @Override
  public @Nullable ApiError check(Call call, IssuedState issued) {
    if (call.model().isEmpty()) {
      return vendor().missing("model");
    }
    return call.body().path("messages").isArray()
        ? issued.checkFiles(call.body().path("messages"), call.scope())
        : vendor().missing("messages");
  }

  @Override
  public Prompt prompt(ObjectNode body, IssuedState issued) {
    Prompt prompt = new Prompt();
    prompt.addTools(body.path("tools"));
    for (JsonNode message : body.path("messages")) {
      String role = message.path("role").asText() + message.path("tool_call_id").asText();
      prompt.addContent(role, message.path("content"));
      for (JsonNode call : message.path("tool_calls")) {
        prompt.add(role, call);
      }
    }
    return prompt;
  }

  @Override
  public int outputLimit(ObjectNode body) {
    return GeneratingDialect.limit(body, "max_tokens", "max_completion_tokens");
  }

  @Override
  public Answer answer(Turn turn) {
    return new ChatAnswer(turn, place == Place.AZURE_DEPLOYMENT);
  }
}
