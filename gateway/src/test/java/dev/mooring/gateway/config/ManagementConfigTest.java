package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The management listener's configuration. */
class ManagementConfigTest {

  @Test
  void hasDefaults() {
    assertThat(ConfigText.valid(ConfigText.MINIMAL).management())
        .isEqualTo(new ManagementConfig("127.0.0.1", 9090, "", false));
  }

  @Test
  void mapsEveryField() {
    String yaml =
        ConfigText.MINIMAL
            + """
            management: { host: "::", port: 9191, token: sesame, auth: none }
            """;
    assertThat(ConfigText.valid(yaml).management())
        .isEqualTo(new ManagementConfig("::", 9191, "sesame", true));
  }

  @Test
  void neverShowsItsToken() {
    assertThat(new ManagementConfig("::1", 1, "sesame", false).toString())
        .isEqualTo("ManagementConfig[host=::1, port=1, token=***, openAccess=false]");
    assertThat(new ManagementConfig("::1", 1, "", true).toString())
        .isEqualTo("ManagementConfig[host=::1, port=1, token=none, openAccess=true]");
  }
}
