package dev.mooring.gateway.routing;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The filters: which of a model's targets a request may use. Each filter that leaves nothing ends
 * the request with an error that says what would be allowed.
 */
final class EligibleTargets {
  private final Catalog catalog;
  private final PlanRequest request;

  EligibleTargets(Catalog catalog, PlanRequest request) {
    this.catalog = catalog;
    this.request = request;
  }

  /**
   * The targets that are left, in the order written; at least one.
   *
   * @throws UnplannableException when none is left
   */
  List<TargetConfig> of(ModelConfig model, @Nullable String namedProvider) {
    List<TargetConfig> targets = model.targets();
    if (namedProvider != null) {
      targets = keep(targets, target -> target.provider().equals(namedProvider));
    }
    targets = allowedByKey(model, targets);
    targets = named(targets);
    targets = withoutRetention(model, targets);
    return speaking(model, targets);
  }

  private List<TargetConfig> allowedByKey(ModelConfig model, List<TargetConfig> targets) {
    ClientKeyConfig key = request.caller().key();
    if (key == null) {
      return targets;
    }
    if (!Globs.allow(key.models(), model.id())) {
      throw new UnplannableException(
          ApiError.notAllowed("This key may not use model '" + request.model() + "'."));
    }
    List<TargetConfig> left =
        keep(targets, target -> Globs.allow(key.providers(), target.provider()));
    if (left.isEmpty()) {
      throw new UnplannableException(
          ApiError.notAllowed(
              "This key may not use the providers of model '" + request.model() + "'."));
    }
    return left;
  }

  private List<TargetConfig> named(List<TargetConfig> targets) {
    List<String> only = request.options().only();
    if (only == null) {
      return targets;
    }
    List<TargetConfig> left = keep(targets, target -> only.contains(target.provider()));
    if (left.isEmpty()) {
      throw new UnplannableException(
          ApiError.invalid(
              "providerOptions.gateway.only",
              "No allowed providers available. Available providers are: "
                  + providers(targets)
                  + "."));
    }
    return left;
  }

  private List<TargetConfig> withoutRetention(ModelConfig model, List<TargetConfig> targets) {
    if (!request.options().zeroDataRetention()) {
      return targets;
    }
    List<TargetConfig> left =
        keep(targets, t -> catalog.provider(t.provider()).config().zeroDataRetention());
    if (left.isEmpty()) {
      throw new UnplannableException(
          ApiError.invalid(
              "providerOptions.gateway.zeroDataRetention",
              "No ZDR (Zero Data Retention) providers available for model: "
                  + model.id()
                  + ". Providers considered: "
                  + providers(targets)
                  + "."));
    }
    return left;
  }

  private List<TargetConfig> speaking(ModelConfig model, List<TargetConfig> targets) {
    Api api = request.api();
    if (api == null) {
      return embedding(model, targets);
    }
    List<TargetConfig> left =
        keep(targets, target -> catalog.provider(target.provider()).speaks(api));
    if (left.isEmpty()) {
      Collection<String> spoken = new TreeSet<>();
      for (TargetConfig target : targets) {
        for (Api other : catalog.provider(target.provider()).config().apis()) {
          spoken.add(other.configName() + " (" + other.path() + ")");
        }
      }
      throw new UnplannableException(
          ApiError.invalid(
              "model",
              "Model '"
                  + model.id()
                  + "' cannot be called by "
                  + api.configName()
                  + " ("
                  + api.path()
                  + "): its targets speak "
                  + String.join(", ", spoken)
                  + ". Call one of these."));
    }
    return left;
  }

  /** Of all that is no chat only embeddings are served, which Anthropic's API does not have. */
  private List<TargetConfig> embedding(ModelConfig model, List<TargetConfig> targets) {
    List<TargetConfig> left =
        keep(targets, t -> !catalog.provider(t.provider()).config().type().anthropicLike());
    if (left.isEmpty()) {
      throw new UnplannableException(
          ApiError.invalid(
              "model", "Model '" + model.id() + "' has no target that serves embeddings."));
    }
    return left;
  }

  private static List<TargetConfig> keep(
      List<TargetConfig> targets, Predicate<TargetConfig> predicate) {
    List<TargetConfig> left = new ArrayList<>(targets.size());
    for (TargetConfig target : targets) {
      if (predicate.test(target)) {
        left.add(target);
      }
    }
    return left;
  }

  private static String providers(List<TargetConfig> targets) {
    return targets.stream()
        .map(TargetConfig::provider)
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
