package dev.mooring.gateway.routing;

import dev.mooring.affinity.Rendezvous;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import dev.mooring.gateway.provider.Provider;
import java.util.ArrayList;
import java.util.List;

/**
 * A target with all that planning needs of it; made once for a configuration.
 *
 * @param upstream its provider
 * @param fallback whether it is tried only after the targets that are not, in the order written
 * @param labelHash what weighted draws know it by
 * @param candidates it with each of the provider's credentials that it may use, in the order
 *     written, as if all were healthy
 */
record Target(
    TargetConfig config,
    Provider upstream,
    boolean fallback,
    long labelHash,
    List<PlanCandidate> candidates) {

  /** Makes a target of what the configuration says. */
  static Target of(TargetConfig config, Provider upstream, boolean fallback) {
    List<PlanCandidate> candidates = new ArrayList<>();
    for (CredentialConfig credential : upstream.config().credentials()) {
      if (config.credential() == null || config.credential().equals(credential.id())) {
        candidates.add(
            new PlanCandidate(
                upstream, credential, config.model(), false, Condition.HEALTHY, config.price()));
      }
    }
    return new Target(
        config, upstream, fallback, Rendezvous.labelHash(name(config)), List.copyOf(candidates));
  }

  /** The provider's id. */
  String provider() {
    return config.provider();
  }

  /** What its provider speaks for its model. */
  List<Dialect> dialects() {
    return upstream.dialects(config.model());
  }

  /** Whether its provider speaks an API for its model, so that bodies pass through. */
  boolean speaks(Api api) {
    return upstream.speaks(api, config.model());
  }

  @Override
  public String toString() {
    return name(config);
  }

  private static String name(TargetConfig config) {
    String name = config.provider() + '/' + config.model();
    return config.credential() == null ? name : name + '/' + config.credential();
  }
}
