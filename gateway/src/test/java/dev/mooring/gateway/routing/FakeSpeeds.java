package dev.mooring.gateway.routing;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Speeds as a test sets them. */
final class FakeSpeeds implements Speeds {
  private final Map<String, Double> ttft = new HashMap<>();
  private final Map<String, Double> tps = new HashMap<>();

  /** Sets both speeds of a provider's targets. */
  void set(String provider, double ttftMillis, double tokensPerSecond) {
    ttft.put(provider, ttftMillis);
    tps.put(provider, tokensPerSecond);
  }

  @Override
  public OptionalDouble ttftMillis(String provider, String upstreamModel) {
    return of(ttft.get(provider));
  }

  @Override
  public OptionalDouble tokensPerSecond(String provider, String upstreamModel) {
    return of(tps.get(provider));
  }

  private static OptionalDouble of(@org.jspecify.annotations.Nullable Double value) {
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
