package dev.mooring.gateway.relay;

import dev.mooring.affinity.cache.Gaps;
import dev.mooring.affinity.cache.LearnedLifetimes.Cache;
import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import dev.mooring.gateway.config.ProviderConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** How long the caches of providers last: what is known, what was learned, what pins go by. */
public final class CacheLifetimes {
  private CacheLifetimes() {}

  /** Where a known lifetime comes from. */
  public enum Source {
    /** The provider's {@code cacheLifetime}. */
    CONFIGURED,
    /** What its type documents. */
    DOCUMENTED,
    /** What requests asked for. */
    ASKED
  }

  /**
   * One cache.
   *
   * @param known its lifetime without learning
   * @param inForce what pins go by, before margin and longest life
   * @param gaps what was learned of it
   */
  public record Row(Cache cache, Duration known, Source source, Duration inForce, Gaps gaps) {}

  /** The caches of all targets of the models, and what else was learned, by provider and model. */
  public static List<Row> of(Node node, GatewayConfig config) {
    Set<Cache> caches = new LinkedHashSet<>();
    for (ModelConfig model : config.models().values()) {
      for (TargetConfig target : model.targets()) {
        caches.add(new Cache(target.provider(), target.model(), null));
      }
    }
    caches.addAll(node.lifetimes().all().keySet());
    List<Row> rows = new ArrayList<>();
    for (Cache cache : caches) {
      ProviderConfig provider = config.providers().get(cache.provider());
      if (provider != null) {
        rows.add(row(node, config, cache, provider));
      }
    }
    rows.sort(
        Comparator.comparing((Row row) -> row.cache().provider())
            .thenComparing(row -> row.cache().upstreamModel())
            .thenComparing(Row::known));
    return rows;
  }

  private static Row row(Node node, GatewayConfig config, Cache cache, ProviderConfig provider) {
    Gaps gaps = node.lifetimes().of(cache);
    Duration asked = cache.asked();
    if (asked != null) {
      return new Row(cache, asked, Source.ASKED, asked, gaps);
    }
    return new Row(
        cache,
        CacheRules.lifetime(node.facts(), provider),
        provider.cacheLifetime() == null ? Source.DOCUMENTED : Source.CONFIGURED,
        CacheRules.lifetime(node, config.affinity(), provider, cache.upstreamModel()),
        gaps);
  }
}
