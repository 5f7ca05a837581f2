package dev.mooring.gateway.simulator;

import io.vertx.core.http.HttpServerRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The paths of Bedrock's runtime: {@code /model/{id}/{operation}}, the id percent-encoded. */
final class BedrockPath {
  private static final Pattern FORM = Pattern.compile("/model/([^/:]+)/([a-z-]+)");

  private BedrockPath() {}

  /** The route of either operation; null where the path is none of them. */
  static @Nullable Route route(
      Dialect dialect, HttpServerRequest request, String unary, String streaming) {
    Matcher path = FORM.matcher(request.path());
    if (!path.matches()) {
      return null;
    }
    String operation = path.group(2);
    if (!operation.equals(unary) && !operation.equals(streaming)) {
      return null;
    }
    String id = path.group(1).replace("+", "%2B");
    return new Route(
        dialect, URLDecoder.decode(id, StandardCharsets.UTF_8), operation.equals(streaming));
  }
}
