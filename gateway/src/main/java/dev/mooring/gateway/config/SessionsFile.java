package dev.mooring.gateway.config;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** Where sessions are kept unless the configuration says otherwise (contract, section 1). */
final class SessionsFile {
  private static final String NAME = "sessions.db";

  private SessionsFile() {}

  /** The place on this machine, for whoever runs this process. */
  static Path standard() {
    return standard(
        System.getProperty("os.name", ""), System.getProperty("user.home", "."), System.getenv());
  }

  /**
   * The platform's folder for state.
   *
   * @param system the value of {@code os.name}
   * @param home the user's folder, where the environment does not name it
   * @param environment the variables that the platform's conventions know
   */
  static Path standard(String system, String home, Map<String, String> environment) {
    String name = system.toLowerCase(Locale.ROOT);
    if (name.startsWith("windows")) {
      String local = set(environment, "LOCALAPPDATA", home + "\\AppData\\Local");
      return Path.of(local, "Mooring", NAME);
    }
    Path user = Path.of(set(environment, "HOME", home));
    if (name.startsWith("mac")) {
      return user.resolve("Library/Application Support/Mooring").resolve(NAME);
    }
    Path state = Path.of(set(environment, "XDG_STATE_HOME", ""));
    return (state.isAbsolute() ? state : user.resolve(".local/state"))
        .resolve("mooring")
        .resolve(NAME);
  }

  private static String set(Map<String, String> environment, String name, String otherwise) {
    String value = environment.getOrDefault(name, "");
    return value.isBlank() ? otherwise : value;
  }
}
