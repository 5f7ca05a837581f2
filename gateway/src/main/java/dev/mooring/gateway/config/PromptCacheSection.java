package dev.mooring.gateway.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code providers[].promptCache}: cache markers for requests that bring none. */
final class PromptCacheSection {
  private static final Map<String, Duration> TTLS =
      new TreeMap<>(Map.of("5m", Duration.ofMinutes(5), "1h", Duration.ofHours(1)));
  private static final Map<String, String> ROLES =
      new TreeMap<>(
          Stream.of("system", "developer", "user", "assistant", "tool")
              .collect(Collectors.toMap(role -> role, role -> role)));

  private static final Field<Boolean> AUTO_INJECT = Field.optional("autoInject", Values.flag());
  private static final Field<Duration> TTL =
      Field.defaulted("ttl", Values.choice(TTLS), Defaults.MARKER_TTL);
  private static final Field<String> ROLE = Field.optional("role", Values.choice(ROLES));
  private static final Field<Integer> INDEX =
      Field.optional("index", Values.count(-1_000_000, 1_000_000));
  private static final Field<List<SectionReader>> POINTS =
      Field.sections("points", Section.of(ROLE, INDEX));

  static final Section SECTION = Section.of(AUTO_INJECT, TTL, POINTS);

  private PromptCacheSection() {}

  /** Binds the section; points alone turn it on. */
  static PromptCacheConfig bind(SectionReader in) {
    List<MarkerPoint> points = in.each(POINTS).stream().map(PromptCacheSection::point).toList();
    return new PromptCacheConfig(
        in.find(AUTO_INJECT).orElse(!points.isEmpty()), in.get(TTL), points);
  }

  private static MarkerPoint point(SectionReader in) {
    MarkerPoint point = new MarkerPoint(in.orNull(ROLE), in.orNull(INDEX));
    if (!in.has(ROLE) && !in.has(INDEX)) {
      in.refuse("names no message (expected: role, index, or both)");
    }
    return point;
  }
}
