package dev.mooring.gateway.config;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a provider beyond the API that it speaks.
 *
 * @param name for example {@code groq}; the type's name for a provider without a preset
 * @param baseUrl its public origin; null where the type knows it, or nobody
 * @param roots what stands for {@code /v1} in its paths, by format; the rest has {@code /v1}
 * @param dialects the formats that it speaks unless the provider says otherwise
 * @param keyless whether it is called without a key where none is written
 * @param streamUsage whether it takes the question for usage on a Chat stream
 * @param sticky what its own router keeps a session together by
 * @param dropFields top-level fields that it refuses; translated requests go without them
 */
public record Preset(
    String name,
    ProviderType type,
    @Nullable String baseUrl,
    Map<Dialect, String> roots,
    Set<Dialect> dialects,
    boolean keyless,
    boolean streamUsage,
    StickyInput sticky,
    Set<String> dropFields) {
  private static final String USUAL_ROOT = "/v1";

  /** What a provider of a type is without a preset. */
  public static Preset of(ProviderType type) {
    return Presets.of(type);
  }

  /** What a provider of a type is of which no more is known. */
  static Preset unknown(ProviderType type) {
    return new Preset(
        type.configName(),
        type,
        null,
        Map.of(),
        type.dialects(),
        type.compatible(),
        true,
        StickyInput.NONE,
        Set.of());
  }

  /** The names that facts may have it under, the special one first. */
  public List<String> names() {
    return List.of(name, type.configName());
  }

  /** What stands for {@code /v1} in the paths of a format. */
  public String root(Dialect dialect) {
    return roots.getOrDefault(dialect, USUAL_ROOT);
  }

  /** The same at an address that is not the provider's own: with the usual paths. */
  Preset elsewhere() {
    return new Preset(
        name, type, baseUrl, Map.of(), dialects, keyless, streamUsage, sticky, dropFields);
  }
}
