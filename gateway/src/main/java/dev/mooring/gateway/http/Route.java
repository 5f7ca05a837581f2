package dev.mooring.gateway.http;

import dev.mooring.gateway.api.AiSdkHead;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.relay.Operation;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a path stands for.
 *
 * @param operation what is served there by POST; null for the other routes
 * @param lookup what is looked up there by GET; null for the other routes
 * @param model the model that a models route names; the empty string for the list, and elsewhere
 * @param aiSdk the specification version of the AI SDK that the path is made for; 0 for other paths
 */
record Route(
    String path, @Nullable Operation operation, @Nullable Lookup lookup, String model, int aiSdk) {
  private static final String MODELS = "/v1/models";

  private static final Map<String, Route> EXACT = new HashMap<>();

  static {
    for (Operation operation : Operation.values()) {
      if (operation != Operation.LANGUAGE_MODEL) {
        EXACT.put(operation.path(), new Route(operation.path(), operation, null, "", 0));
      }
    }
    for (String version : new String[] {"1", "3", "4"}) {
      String prefix = "/v" + version + "/ai/";
      int specification = AiSdkHead.pathVersion(prefix);
      String turn = prefix + "language-model";
      EXACT.put(turn, new Route(turn, Operation.LANGUAGE_MODEL, null, "", specification));
      String config = prefix + "config";
      EXACT.put(config, new Route(config, null, Lookup.AI_SDK_MODELS, "", specification));
    }
    lookup(MODELS, Lookup.MODELS);
    lookup("/v1/credits", Lookup.CREDITS);
    lookup("/v1/generation", Lookup.GENERATION);
  }

  private static void lookup(String path, Lookup lookup) {
    EXACT.put(path, new Route(path, null, lookup, "", 0));
  }

  /** Reads a path; wrong base URLs that double a slash or {@code /v1} are forgiven. */
  static Route of(String path) {
    Route exact = EXACT.get(path);
    if (exact != null) {
      return exact;
    }
    String tidy = path.replaceAll("/{2,}", "/").replaceFirst("^/v1/v1/", "/v1/");
    if (tidy.length() > 1 && tidy.endsWith("/")) {
      tidy = tidy.substring(0, tidy.length() - 1);
    }
    Route known = EXACT.get(tidy);
    if (known != null) {
      return known;
    }
    if (tidy.startsWith(MODELS + "/")) {
      return new Route(tidy, null, Lookup.MODELS, tidy.substring(MODELS.length() + 1), 0);
    }
    return new Route(tidy, null, null, "", AiSdkHead.pathVersion(tidy));
  }

  /** The API in whose shape errors are told; null gives OpenAI's. */
  @Nullable Api api() {
    if (aiSdk > 0 || lookup == Lookup.CREDITS || lookup == Lookup.GENERATION) {
      return Api.AI_SDK;
    }
    if (operation == null) {
      return path.startsWith(Api.MESSAGES.path() + "/") ? Api.MESSAGES : null;
    }
    return operation.api();
  }

  /** What to say where there is nothing at the path. */
  String nothingHere() {
    return aiSdk > 0
        ? "There is no "
            + path
            + " here: of the AI SDK's models, language models are served, at language-model."
        : "There is no " + path + " here.";
  }
}
