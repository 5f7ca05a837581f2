package dev.mooring.gateway.routing;

import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import dev.mooring.gateway.config.ProviderConfig;
import dev.mooring.gateway.config.RuleConfig;
import dev.mooring.gateway.config.TeamConfig;
import dev.mooring.gateway.provider.Provider;
import dev.mooring.gateway.routing.rules.Rules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One configuration, indexed for requests; immutable, so that a request keeps the one it began
 * with.
 */
public final class Catalog {
  private final GatewayConfig config;
  private final Map<String, Provider> providers = new HashMap<>();
  private final Map<String, TeamConfig> teams = new HashMap<>();
  private final Map<String, Resolved> models = new HashMap<>();
  private final Map<String, List<Target>> targets = new HashMap<>();
  private final Map<String, List<Target>> targetsByRule = new HashMap<>();
  private final Rules rules;

  /** Indexes a configuration. */
  public Catalog(GatewayConfig config) {
    this.config = config;
    config.teams().forEach(team -> teams.put(team.id(), team));
    for (ProviderConfig provider : config.providers().values()) {
      providers.put(provider.id(), Provider.of(provider));
    }
    for (ModelConfig model : config.models().values()) {
      indexByProvider(model);
      targets.put(model.id(), targets(model.targets(), false));
    }
    for (RuleConfig rule : config.routing().rules()) {
      List<Target> ofRule = new ArrayList<>(targets(rule.targets(), false));
      ofRule.addAll(targets(rule.fallbacks(), true));
      targetsByRule.put(rule.name(), List.copyOf(ofRule));
    }
    rules = new Rules(config.routing().rules());
    config.aliases().forEach(this::put);
    config.models().forEach(this::put);
  }

  /**
   * A model that was found by what the caller asked for.
   *
   * @param requested what the caller asked for
   * @param model the model
   * @param namedProvider the only provider to plan, where the request named it; else null
   */
  public record Resolved(String requested, ModelConfig model, @Nullable String namedProvider) {}

  /** The configuration. */
  public GatewayConfig config() {
    return config;
  }

  /** A team; null where none of that id is configured. */
  public @Nullable TeamConfig team(String id) {
    return teams.get(id);
  }

  /** A configured provider. */
  public Provider provider(String id) {
    return Objects.requireNonNull(providers.get(id), id);
  }

  /** The targets of a model, in the order written. */
  List<Target> targets(ModelConfig model) {
    return targets.getOrDefault(model.id(), List.of());
  }

  /** The routing rules. */
  Rules rules() {
    return rules;
  }

  /** The targets of a rule, in the order written, and then its fallbacks. */
  List<Target> targets(RuleConfig rule) {
    return targetsByRule.getOrDefault(rule.name(), List.of());
  }

  /**
   * Targets for planning, of what the configuration says.
   *
   * @param fallback whether they are tried only after others
   */
  List<Target> targets(List<TargetConfig> written, boolean fallback) {
    return written.stream()
        .map(target -> Target.of(target, provider(target.provider()), fallback))
        .toList();
  }

  /**
   * Finds a model by its id, an alias, or {@code provider/model} where that is neither; null when
   * there is none.
   */
  public @Nullable Resolved resolve(String requested) {
    return models.get(requested);
  }

  /** A credential of a provider, or null when either is not configured. */
  public @Nullable CredentialConfig credential(String provider, String credential) {
    ProviderConfig found = config.providers().get(provider);
    if (found == null) {
      return null;
    }
    for (CredentialConfig candidate : found.credentials()) {
      if (candidate.id().equals(credential)) {
        return candidate;
      }
    }
    return null;
  }

  private void indexByProvider(ModelConfig model) {
    for (TargetConfig target : model.targets()) {
      String prefix = target.provider() + '/';
      putNamed(prefix + model.id(), model, target.provider());
      putNamed(
          prefix + model.id().substring(model.id().indexOf('/') + 1), model, target.provider());
      putNamed(prefix + target.model(), model, target.provider());
      for (String alias : model.aliases()) {
        putNamed(prefix + alias, model, target.provider());
      }
    }
  }

  private void put(String requested, ModelConfig model) {
    models.put(requested, new Resolved(requested, model, null));
  }

  private void putNamed(String requested, ModelConfig model, String provider) {
    models.putIfAbsent(requested, new Resolved(requested, model, provider));
  }
}
