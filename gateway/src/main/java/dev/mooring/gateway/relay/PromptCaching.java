package dev.mooring.gateway.relay;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.affinity.CacheMarker;
import dev.mooring.gateway.api.CacheMarking;
import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.MarkerPoint;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.PromptCacheConfig;
import dev.mooring.gateway.routing.PlanCandidate;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether a candidate's body gets cache markers, and which (contract, section 3): where the
 * provider's {@code promptCache} or the request asks for them, the model is told by markers what to
 * cache, the prompt is long enough to be cached, and the caller has marked nothing.
 */
final class PromptCaching {
  private static final String HEADER = "x-bf-prompt-cache-auto-inject";
  private static final String SHORT = "5m";
  private static final String LONG = "1h";

  private PromptCaching() {}

  /** The markers for a candidate; null for none. The same for each of its attempts. */
  static @Nullable CacheMarking of(
      CacheFacts facts, Inbound inbound, ModelConfig model, PlanCandidate candidate) {
    Envelope envelope = inbound.envelope();
    PromptCacheConfig config = candidate.upstream().config().promptCache();
    boolean asked = envelope.options().cachingAuto();
    if (!inbound.operation().chat() || envelope.marked() || !(asked || injects(inbound, config))) {
      return null;
    }
    CacheFacts.Marking known = known(facts, model, candidate);
    CacheMarker marker = known.marker();
    CacheRules.Rule rule = CacheRules.of(facts, model, candidate);
    boolean wanted = marker == CacheMarker.CACHE_CONTROL || injects(inbound, config);
    if (marker == null
        || !wanted
        || !rule.supported()
        || envelope.promptTokens() < rule.minTokens()) {
      return null;
    }
    boolean anchored =
        asked && marker == CacheMarker.CACHE_CONTROL && inbound.operation().api() == Api.RESPONSES;
    return new CacheMarking(
        marker,
        known.oneHour() && oneHour(envelope, config),
        points(config),
        anchored ? envelope.cacheAnchorItems() : 0);
  }

  /** Tells of what the request asks for and will not get. */
  static void warn(Inbound inbound, RoutingReport report) {
    String ttl = inbound.envelope().options().cacheTtl();
    if (inbound.envelope().options().cachingAuto() && ttl != null && !known(ttl)) {
      report.warn(
          "unsupported",
          "cache_ttl",
          "This cache_ttl is not known (expected: 5m, 1h); the default lifetime was used.");
    }
    String header = inbound.header(HEADER);
    if (header != null && flag(header) == null) {
      report.warn(
          "unsupported",
          HEADER,
          HEADER + " is neither true nor false; the provider's own setting was used.");
    }
  }

  /** Whether markers last shorter than the request asks. */
  static boolean shortened(Inbound inbound, CacheMarking marking) {
    return inbound.envelope().options().cachingAuto()
        && LONG.equals(inbound.envelope().options().cacheTtl())
        && !marking.oneHour();
  }

  /** Whether a provider's own setting, or the header in its place, puts markers in. */
  private static boolean injects(Inbound inbound, @Nullable PromptCacheConfig config) {
    if (config == null) {
      return false;
    }
    String header = inbound.header(HEADER);
    Boolean flag = header == null ? null : flag(header);
    return flag == null ? config.autoInject() : flag;
  }

  private static @Nullable Boolean flag(String header) {
    return switch (header.toLowerCase(Locale.ROOT)) {
      case "true", "on", "1" -> true;
      case "false", "off", "0" -> false;
      default -> null;
    };
  }

  /**
   * By which markers the model is told: by its upstream name, or by ours where that says nothing.
   */
  private static CacheFacts.Marking known(
      CacheFacts facts, ModelConfig model, PlanCandidate candidate) {
    List<String> names = candidate.upstream().config().preset().names();
    CacheFacts.Marking marking = facts.marking(names, candidate.upstreamModel());
    return marking.marker() == null ? facts.marking(names, model.id()) : marking;
  }

  /** What the request asks for, else what the provider's setting says. */
  private static boolean oneHour(Envelope envelope, @Nullable PromptCacheConfig config) {
    String ttl = envelope.options().cacheTtl();
    if (envelope.options().cachingAuto() && ttl != null && known(ttl)) {
      return ttl.equals(LONG);
    }
    return config != null && config.ttl().toHours() == 1;
  }

  private static List<MarkerPoint> points(@Nullable PromptCacheConfig config) {
    return config == null ? List.of() : config.points();
  }

  private static boolean known(String ttl) {
    return ttl.equals(SHORT) || ttl.equals(LONG);
  }
}
