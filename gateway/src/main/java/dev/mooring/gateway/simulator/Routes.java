package dev.mooring.gateway.simulator;

import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every dialect that the simulator speaks. */
final class Routes {
  /** All dialects; a request is for at most one of them. */
  static final List<Dialect> DIALECTS =
      List.of(
          new ChatDialect(ChatDialect.Place.OPENAI),
          new ChatDialect(ChatDialect.Place.AZURE),
          new ChatDialect(ChatDialect.Place.AZURE_DEPLOYMENT),
          new ResponsesDialect(new OpenAiVendor(), "/v1/responses"),
          new ResponsesDialect(new AzureVendor(), "/openai/v1/responses"),
          new MessagesDialect(),
          new RawPredictDialect(),
          new InvokeDialect(),
          new ConverseDialect(),
          new GeminiDialect(GeminiDialect.Form.EVENTS),
          new GeminiDialect(GeminiDialect.Form.ARRAY),
          new CountTokensDialect(new AnthropicVendor()),
          new CountTokensDialect(new VertexClaudeVendor()),
          new CompactDialect(),
          new EmbeddingsDialect(),
          new ModelsDialect(new OpenAiVendor()),
          new ModelsDialect(new AnthropicVendor()),
          new GoogleTokenDialect(),
          new EntraTokenDialect());

  private Routes() {}

  /** What a request asks for; null where it is for no dialect. */
  static @Nullable Route of(HttpServerRequest request) {
    for (Dialect dialect : DIALECTS) {
      boolean fits = dialect.method().equals(request.method());
      Route route = fits ? dialect.route(request) : null;
      if (route != null) {
        return route;
      }
    }
    return null;
  }

  /** Whose errors a request is told that is for no dialect. */
  static Vendor strangersVendor(HttpServerRequest request) {
    String path = request.path();
    if (path.startsWith("/model/")) {
      return new AwsVendor();
    }
    if (path.startsWith("/v1beta/") || path.startsWith("/v1/projects/")) {
      return new GoogleVendor(false);
    }
    return request.getHeader("anthropic-version") == null
        ? new OpenAiVendor()
        : new AnthropicVendor();
  }
}
