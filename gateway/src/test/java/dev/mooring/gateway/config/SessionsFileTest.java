package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where sessions are kept by default, on each platform. */
class SessionsFileTest {

  @Test
  void onLinuxItIsInTheUsersStateFolder() {
    assertThat(on("Linux", Map.of("HOME", "/home/ann")))
        .isEqualTo("/home/ann/.local/state/mooring/sessions.db");
    assertThat(on("Linux", Map.of())).isEqualTo("/root/.local/state/mooring/sessions.db");
  }

  @Test
  void theStateFolderCanBeElsewhere() {
    Map<String, String> environment = Map.of("HOME", "/home/ann", "XDG_STATE_HOME", "/state");
    assertThat(on("Linux", environment)).isEqualTo("/state/mooring/sessions.db");
    Map<String, String> relative = Map.of("HOME", "/home/ann", "XDG_STATE_HOME", "state");
    assertThat(on("Linux", relative)).isEqualTo("/home/ann/.local/state/mooring/sessions.db");
  }

  @Test
  void onMacItIsInApplicationSupport() {
    assertThat(on("Mac OS X", Map.of("HOME", "/Users/ann")))
        .isEqualTo("/Users/ann/Library/Application Support/Mooring/sessions.db");
  }

  @Test
  void onWindowsItIsInLocalAppData() {
    assertThat(on("Windows 11", Map.of("LOCALAPPDATA", "C:/Users/ann/AppData/Local")))
        .isEqualTo("C:/Users/ann/AppData/Local/Mooring/sessions.db");
  }

  private static String on(String system, Map<String, String> environment) {
    return SessionsFile.standard(system, "/root", environment).toString().replace('\\', '/');
  }
}
