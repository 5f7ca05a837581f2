package dev.mooring.gateway.config;

import java.util.LinkedHashMap;
import java.util.Map;

/** {@code store.redis.tls}: how connections to {@code rediss://} addresses are secured. */
final class RedisTlsSection {
  private static final Field<RedisTlsConfig.Verify> VERIFY =
      Field.defaulted("verify", Values.choice(modes()), Defaults.REDIS_TLS_VERIFY);
  private static final Field<String> CA_FILE = Field.optional("caFile", Values.text());
  private static final Field<String> CERTIFICATE_FILE =
      Field.optional("certificateFile", Values.text());
  private static final Field<String> KEY_FILE = Field.optional("keyFile", Values.text());

  static final Section SECTION = Section.of(VERIFY, CA_FILE, CERTIFICATE_FILE, KEY_FILE);

  private RedisTlsSection() {}

  /** Binds the section. */
  static RedisTlsConfig bind(SectionReader in) {
    if (in.has(CERTIFICATE_FILE) != in.has(KEY_FILE)) {
      in.refuse("has one of certificateFile and keyFile (write both)");
    }
    return new RedisTlsConfig(
        in.get(VERIFY),
        in.find(CA_FILE).orElse(null),
        in.find(CERTIFICATE_FILE).orElse(null),
        in.find(KEY_FILE).orElse(null));
  }

  private static Map<String, RedisTlsConfig.Verify> modes() {
    Map<String, RedisTlsConfig.Verify> modes = new LinkedHashMap<>();
    modes.put("full", RedisTlsConfig.Verify.FULL);
    modes.put("ca", RedisTlsConfig.Verify.CA);
    modes.put("none", RedisTlsConfig.Verify.NONE);
    return modes;
  }
}
