package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gemini, at the Gemini API and on Vertex.
 *
 * @param form the form of its streams
 */
record GeminiDialect(Form form) implements GeneratingDialect {
  private static final Pattern PATH =
      Pattern.compile(
          "(?:/v1beta|/v1(?:beta1)?/projects/[^/]+/locations/[^/]+/publishers/google)"
              + "/models/([^/:]+):(generateContent|streamGenerateContent)");

  /** The form of a stream. */
  enum Form {
    /** Server-sent events, for {@code alt=sse}. */
    EVENTS,
    /** A JSON array that grows. */
    ARRAY
  }

  @Override
  public SimulatedApi api() {
    return SimulatedApi.GEMINI;
  }

  @Override
  public Vendor vendor() {
    return new GoogleVendor(form == Form.ARRAY);
  }

  @Override
  public @Nullable Route route(HttpServerRequest request) {
    Matcher path = PATH.matcher(request.path());
    if (!path.matches()) {
      return null;
    }
    boolean streamed = path.group(2).equals("streamGenerateContent");
    Form asked = streamed && !"sse".equals(request.getParam("alt")) ? Form.ARRAY : Form.EVENTS;
    return asked == form ? new Route(this, path.group(1), streamed) : null;
  }

  @Override
  public @Nullable ApiError check(Call call, IssuedState issued) {
    boolean vertex = call.request().path().contains("/publishers/");
    GeminiCheck check = new GeminiCheck(call.body(), call.model(), vertex, issued::isSignature);
    String wrong = check.firstFault();
    return wrong == null ? null : vendor().invalid(wrong);
  }

  @Override
  public Prompt prompt(ObjectNode body, IssuedState issued) {
    Prompt prompt = new Prompt();
    prompt.addTools(body.path("tools"));
    prompt.addContent("system", body.path("systemInstruction").path("parts"));
    for (JsonNode content : body.path("contents")) {
      prompt.addContent(content.path("role").asText("user"), content.path("parts"));
    }
    return prompt;
  }

  @Override
  public int outputLimit(ObjectNode body) {
    return GeneratingDialect.limit(body.path("generationConfig"), "maxOutputTokens");
  }

  @Override
  public Answer answer(Turn turn) {
    GeminiAnswer answer = new GeminiAnswer(turn);
    return form == Form.EVENTS ? answer : new GeminiArrayAnswer(answer);
  }
}
