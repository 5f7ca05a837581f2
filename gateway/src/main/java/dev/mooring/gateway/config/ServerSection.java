package dev.mooring.gateway.config;

import java.time.Duration;
import java.util.Map;

/** {@code server}: the API listener. */
final class ServerSection {
  /** {@code auth: none}, the one value: no authentication, written out. */
  static final Field<Boolean> AUTH = Field.optional("auth", Values.choice(Map.of("none", true)));

  static final Field<String> HOST = Field.defaulted("host", Listen.host(), Defaults.SERVER_HOST);
  static final Field<Integer> PORT = Field.defaulted("port", Listen.port(), Defaults.SERVER_PORT);
  private static final Field<Long> MAX_BODY_BYTES =
      Field.defaulted("maxBodyBytes", Values.bytes(1, Integer.MAX_VALUE), Defaults.MAX_BODY_BYTES);
  private static final Field<Duration> DRAIN_DELAY =
      Field.defaulted(
          "drainDelay",
          Values.duration(Duration.ZERO, Duration.ofMinutes(10)),
          Defaults.DRAIN_DELAY);
  private static final Field<Duration> DRAIN_TIMEOUT =
      Field.defaulted(
          "drainTimeout",
          Values.duration(Duration.ZERO, Duration.ofHours(1)),
          Defaults.DRAIN_TIMEOUT);
  private static final Field<Duration> HEARTBEAT =
      Field.defaulted(
          "heartbeat",
          Values.duration(Duration.ofMillis(10), Duration.ofSeconds(15)),
          Defaults.HEARTBEAT);

  static final Section SECTION =
      Section.of(HOST, PORT, AUTH, MAX_BODY_BYTES, DRAIN_DELAY, DRAIN_TIMEOUT, HEARTBEAT);

  private ServerSection() {}

  /**
   * Binds the section.
   *
   * @param authenticated whether there are client keys
   */
  static ServerConfig bind(SectionReader in, boolean authenticated) {
    ServerConfig server =
        new ServerConfig(
            in.get(HOST),
            in.get(PORT),
            in.get(MAX_BODY_BYTES),
            in.get(DRAIN_DELAY),
            in.get(DRAIN_TIMEOUT),
            in.get(HEARTBEAT),
            in.find(AUTH).orElse(false));
    if (!authenticated && !server.openAccess() && !Listen.loopback(server.host())) {
      in.refuse(
          HOST,
          "'"
              + server.host()
              + "' is open to others and there are no client keys (add teams, or"
              + " write server.auth: none to serve anyone who can connect)");
    }
    return server;
  }
}
