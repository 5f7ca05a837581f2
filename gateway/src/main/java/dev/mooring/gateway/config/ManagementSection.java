package dev.mooring.gateway.config;

/** {@code management}: the listener for probes, metrics and administration. */
final class ManagementSection {
  private static final Field<String> HOST =
      Field.defaulted("host", Listen.host(), Defaults.MANAGEMENT_HOST);
  private static final Field<Integer> PORT =
      Field.defaulted("port", Listen.port(), Defaults.MANAGEMENT_PORT);
  private static final Field<String> TOKEN =
      Field.defaulted("token", Values.secretOrEmpty(), Defaults.MANAGEMENT_TOKEN);

  static final Section SECTION = Section.of(HOST, PORT, TOKEN, ServerSection.AUTH);

  private ManagementSection() {}

  /**
   * Binds the section.
   *
   * @param server the other listener, whose address must differ
   */
  static ManagementConfig bind(SectionReader in, ServerConfig server) {
    ManagementConfig management =
        new ManagementConfig(
            in.get(HOST), in.get(PORT), in.get(TOKEN), in.find(ServerSection.AUTH).orElse(false));
    if (management.token().isEmpty()
        && !management.openAccess()
        && !Listen.loopback(management.host())) {
      in.refuse(
          HOST,
          "'"
              + management.host()
              + "' is open to others and there is no token (set"
              + " management.token, or write management.auth: none)");
    }
    if (management.port() != 0
        && management.port() == server.port()
        && management.host().equals(server.host())) {
      in.refuse(PORT, "is server.port too (choose another)");
    }
    return management;
  }
}
