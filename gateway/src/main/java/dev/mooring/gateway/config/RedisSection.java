package dev.mooring.gateway.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code store.redis}: where the shared store is. */
final class RedisSection {
  private static final Field<String> URI = Field.optional("uri", RedisUri.any());
  private static final Field<List<String>> CLUSTER =
      Field.optional("cluster", Lists.some(RedisUri.server()));
  private static final Field<String> KEY_PREFIX =
      Field.defaulted("keyPrefix", Values.keyPrefix(), Defaults.REDIS_KEY_PREFIX);
  private static final Field<Duration> TIMEOUT =
      Field.defaulted(
          "timeout",
          Values.duration(Duration.ofMillis(1), Duration.ofSeconds(10)),
          Defaults.REDIS_TIMEOUT);

  private static final Field<SectionReader> TLS = Field.section("tls", RedisTlsSection.SECTION);

  static final Section SECTION = Section.of(URI, CLUSTER, KEY_PREFIX, TIMEOUT, TLS);

  private RedisSection() {}

  /** Binds the section. */
  static RedisConfig bind(SectionReader in) {
    Optional<String> uri = in.find(URI);
    Optional<List<String>> cluster = in.find(CLUSTER);
    if (in.has(URI) == in.has(CLUSTER)) {
      in.refuse(
          in.has(URI)
              ? "has both uri and cluster (keep one)"
              : "names no Redis (write uri, or cluster with a list of addresses)");
    }
    List<String> uris = cluster.orElseGet(() -> uri.map(List::of).orElse(List.of()));
    if (in.has(TLS) && uris.stream().noneMatch(each -> each.startsWith("rediss"))) {
      in.warn(TLS, "is not used (no address begins with rediss)");
    }
    return new RedisConfig(
        uris,
        cluster.isPresent(),
        in.get(KEY_PREFIX),
        in.get(TIMEOUT),
        RedisTlsSection.bind(in.within(TLS)));
  }
}
