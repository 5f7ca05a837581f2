package dev.mooring.gateway.routing;

import dev.mooring.gateway.config.ByokCredential;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.TeamConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The plan of one model while it is made: first the targets that may serve, then their order, then
 * the candidates. Lists that were handed out never change.
 */
final class Draft {
  private final Catalog catalog;
  private final PlanRequest request;
  private final Catalog.Resolved resolved;
  private final RoutingTrail trail;
  private List<DraftTarget> targets = List.of();
  private List<PlanCandidate> candidates = List.of();
  private boolean weighted;
  private @Nullable Sorting sorting;
  private boolean overlapping;
  private @Nullable String rule;
  private String stage = "";

  Draft(Catalog catalog, PlanRequest request, Catalog.Resolved resolved, RoutingTrail trail) {
    this.catalog = catalog;
    this.request = request;
    this.resolved = resolved;
    this.trail = trail;
  }

  /** Puts a step into effect; the lines from here on are its own. */
  void pass(Stage next) {
    stage = next.name();
    next.apply(this);
  }

  /** The configuration that the request began with. */
  Catalog catalog() {
    return catalog;
  }

  /** The request. */
  PlanRequest request() {
    return request;
  }

  /** The model as the caller named it. */
  String requested() {
    return resolved.requested();
  }

  /** The model. */
  ModelConfig model() {
    return resolved.model();
  }

  /** The only provider to plan, where the request named it; else null. */
  @Nullable String namedProvider() {
    return resolved.namedProvider();
  }

  /**
   * The caller's own API keys for a provider, in the order in which they are tried: those of the
   * request or, where it brings none at all, those of the caller's team.
   */
  List<String> ownKeys(String provider) {
    Map<String, List<String>> ofRequest = request.options().byok();
    if (!ofRequest.isEmpty()) {
      return ofRequest.getOrDefault(provider, List.of());
    }
    TeamConfig team = catalog.team(request.caller().team());
    if (team == null || team.byok().isEmpty()) {
      return List.of();
    }
    return team.byok().getOrDefault(provider, List.of()).stream()
        .map(ByokCredential::apiKey)
        .toList();
  }

  /** The targets that are left, in the order of the last stage that ordered them. */
  List<DraftTarget> targets() {
    return targets;
  }

  /** Whether the targets are drawn by weight, rather than tried in the order written. */
  boolean weighted() {
    return weighted;
  }

  /** The targets are drawn by weight. */
  void drawn() {
    weighted = true;
  }

  /** How the request's {@code sort} ordered the targets; null when it asked for none. */
  @Nullable Sorting sorting() {
    return sorting;
  }

  /** The targets were ordered so. */
  void sorted(Sorting by) {
    sorting = by;
  }

  /** Begins with these targets, in the order written; takes the place of others. */
  void route(List<Target> written) {
    List<DraftTarget> routed = new ArrayList<>(written.size());
    boolean anyWeight = false;
    for (Target target : written) {
      routed.add(new DraftTarget(target, target.candidates()));
      anyWeight |= target.config().weight() != null;
      overlapping |= target.config().credential() != null;
    }
    targets = routed;
    weighted = anyWeight;
  }

  /** The targets are those of a rule. */
  void ruled(String name) {
    rule = name;
  }

  /** The name of the rule whose targets these are; null where they are the model's own. */
  @Nullable String rule() {
    return rule;
  }

  /** Puts others in the place of the targets: reordered, or with other candidates. */
  void targets(List<DraftTarget> others) {
    targets = others;
  }

  /**
   * Keeps the targets that pass.
   *
   * @return those that were there before
   */
  List<DraftTarget> keep(Predicate<DraftTarget> passes) {
    List<DraftTarget> before = targets;
    List<DraftTarget> left = new ArrayList<>(before.size());
    for (DraftTarget target : before) {
      if (passes.test(target)) {
        left.add(target);
      }
    }
    targets = left;
    return before;
  }

  /** The candidates, in the order in which routing would try them. */
  List<PlanCandidate> candidates() {
    return candidates;
  }

  /** The candidates, each once: targets that name a credential may repeat what another has. */
  List<PlanCandidate> distinctCandidates() {
    if (!overlapping) {
      return candidates;
    }
    Map<Health.Subject, PlanCandidate> distinct = new LinkedHashMap<>();
    for (PlanCandidate candidate : candidates) {
      distinct.putIfAbsent(candidate.subject(), candidate);
    }
    return List.copyOf(distinct.values());
  }

  /** Puts others in the place of the candidates. */
  void candidates(List<PlanCandidate> others) {
    candidates = others;
  }

  /** Leaves a line of the present stage in the trail. */
  void note(Supplier<String> text) {
    trail.add(stage, text);
  }

  /** Leaves a line that the caller is told too: a sentence. */
  void tell(Supplier<String> text) {
    trail.tell(stage, text);
  }

  /** The providers of targets, each once, with commas between. */
  static String providers(Collection<DraftTarget> targets) {
    Collection<String> names = new LinkedHashSet<>();
    for (DraftTarget target : targets) {
      names.add(target.provider());
    }
    return String.join(", ", names);
  }
}
