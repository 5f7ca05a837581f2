package dev.mooring.gateway.routing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The live speeds of targets: medians over the last ten minutes, this node's and those that other
 * nodes tell. Bounded, and safe for many threads.
 *
 * <p>Medians of nodes are merged by weight of their samples. They change at most once in {@link
 * #FRESH}, so that requests look them up and compute nothing; a node that shares goes by what it
 * told itself, as the others do, so that all agree.
 */
public final class TargetSpeeds implements Speeds {
  /** How long medians hold. */
  static final Duration FRESH = Duration.ofSeconds(2);

  /** The most targets whose samples are kept; past it further ones are not. */
  static final int LIMIT = 1_024;

  /** A rate of fewer tokens than these says nothing. */
  private static final long MIN_TOKENS = 16;

  private final InstantSource clock;
  private final ConcurrentHashMap<Target, Samples> samples = new ConcurrentHashMap<>();
  private volatile Map<Target, Speed> merged = Map.of();
  private volatile Instant nextMerge = Instant.MIN;
  private volatile boolean shared;

  /** A provider's model, as the provider names it. */
  public record Target(String provider, String upstreamModel) {}

  /** A median, and of how many samples; of none it is 0. */
  public record Median(double value, int samples) {
    static final Median NONE = new Median(0, 0);
  }

  /**
   * How fast one node has found a target.
   *
   * @param ttft of milliseconds from the request to the first output
   * @param rate of output tokens per second from there on
   */
  public record Speed(Median ttft, Median rate) {}

  private record Samples(SampleRing ttft, SampleRing rate) {}

  /** Nothing is known at first. */
  public TargetSpeeds(InstantSource clock) {
    this.clock = clock;
  }

  /** A stream's first output came so long after its request was sent. */
  public void began(String provider, String upstreamModel, Duration after) {
    Samples of = of(new Target(provider, upstreamModel));
    if (of != null) {
      of.ttft().add(clock.instant(), after.toNanos() / 1e6);
    }
  }

  /** A stream ended well. So many tokens came within so long after its first output. */
  public void ended(String provider, String upstreamModel, long tokens, Duration within) {
    if (tokens < MIN_TOKENS || within.isZero() || within.isNegative()) {
      return;
    }
    Samples of = of(new Target(provider, upstreamModel));
    if (of != null) {
      of.rate().add(clock.instant(), tokens * 1e9 / within.toNanos());
    }
  }

  @Override
  public OptionalDouble ttftMillis(String provider, String upstreamModel) {
    Speed speed = current().get(new Target(provider, upstreamModel));
    return speed == null ? OptionalDouble.empty() : value(speed.ttft());
  }

  @Override
  public OptionalDouble tokensPerSecond(String provider, String upstreamModel) {
    Speed speed = current().get(new Target(provider, upstreamModel));
    return speed == null ? OptionalDouble.empty() : value(speed.rate());
  }

  /** This node's own medians, to be told; forgets the targets without a sample. */
  public Map<Target, Speed> own() {
    Instant now = clock.instant();
    Map<Target, Speed> own = new HashMap<>();
    for (Map.Entry<Target, Samples> each : samples.entrySet()) {
      Median ttft = each.getValue().ttft().median(now);
      Median rate = each.getValue().rate().median(now);
      if (ttft.samples() + rate.samples() > 0) {
        own.put(each.getKey(), new Speed(ttft, rate));
      } else {
        samples.remove(each.getKey());
      }
    }
    return own;
  }

  /**
   * Hears the medians of all nodes, this one's among them. From then on this node goes by what it
   * hears, until it hears that it is alone again.
   */
  public void hear(List<Map<Target, Speed>> nodes) {
    shared = !nodes.isEmpty();
    merged = merge(nodes);
  }

  private @Nullable Samples of(Target target) {
    Samples known = samples.get(target);
    if (known != null || samples.size() >= LIMIT) {
      return known;
    }
    return samples.computeIfAbsent(
        target, unused -> new Samples(new SampleRing(), new SampleRing()));
  }

  private Map<Target, Speed> current() {
    if (!shared) {
      Instant now = clock.instant();
      if (!now.isBefore(nextMerge)) {
        nextMerge = now.plus(FRESH);
        merged = own();
      }
    }
    return merged;
  }

  private static Map<Target, Speed> merge(List<Map<Target, Speed>> nodes) {
    Map<Target, List<Speed>> byTarget = new HashMap<>();
    for (Map<Target, Speed> node : nodes) {
      node.forEach(
          (target, speed) ->
              byTarget.computeIfAbsent(target, unused -> new ArrayList<>()).add(speed));
    }
    Map<Target, Speed> all = new HashMap<>();
    byTarget.forEach(
        (target, speeds) ->
            all.put(
                target,
                new Speed(
                    merged(speeds.stream().map(Speed::ttft).toList()),
                    merged(speeds.stream().map(Speed::rate).toList()))));
    return all;
  }

  /** The median at which half of all samples lie below, as far as medians tell. */
  private static Median merged(List<Median> medians) {
    int total = medians.stream().mapToInt(Median::samples).sum();
    int below = 0;
    for (Median median :
        medians.stream().sorted(Comparator.comparingDouble(Median::value)).toList()) {
      below += median.samples();
      if (below * 2 >= total && median.samples() > 0) {
        return new Median(median.value(), total);
      }
    }
    return Median.NONE;
  }

  private static OptionalDouble value(Median median) {
    return median.samples() == 0 ? OptionalDouble.empty() : OptionalDouble.of(median.value());
  }
}
