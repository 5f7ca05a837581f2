package dev.mooring.gateway.http;

import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.relay.Operation;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a path stands for.
 *
 * @param operation what is served there by POST; null for the other routes
 * @param models the model that a models route names, the empty string for the list; else null
 */
record Route(String path, @Nullable Operation operation, @Nullable String models) {
  private static final String MODELS = "/v1/models";
  private static final Map<String, Route> OPERATIONS = new HashMap<>();

  static {
    for (Operation operation : Operation.values()) {
      OPERATIONS.put(operation.path(), new Route(operation.path(), operation, null));
    }
  }

  /** Reads a path; wrong base URLs that double a slash or {@code /v1} are forgiven. */
  static Route of(String path) {
    Route exact = OPERATIONS.get(path);
    if (exact != null) {
      return exact;
    }
    String tidy = path.replaceAll("/{2,}", "/").replaceFirst("^/v1/v1/", "/v1/");
    if (tidy.length() > 1 && tidy.endsWith("/")) {
      tidy = tidy.substring(0, tidy.length() - 1);
    }
    Route operation = OPERATIONS.get(tidy);
    if (operation != null) {
      return operation;
    }
    if (tidy.equals(MODELS)) {
      return new Route(tidy, null, "");
    }
    if (tidy.startsWith(MODELS + "/")) {
      return new Route(tidy, null, tidy.substring(MODELS.length() + 1));
    }
    return new Route(tidy, null, null);
  }

  /** The API in whose shape errors are told; null where the path is nobody's. */
  @Nullable Api api() {
    if (operation == null) {
      return path.startsWith(Api.MESSAGES.path() + "/") ? Api.MESSAGES : null;
    }
    return operation.api();
  }
}
