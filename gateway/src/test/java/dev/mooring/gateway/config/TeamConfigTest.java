package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The configuration of teams and their client keys. */
class TeamConfigTest {
  private static final String HASH_OF_SESAME =
      "d0c04f4b1951e4aeaaec8223ed2039e542f3aae805a6fa7f6d794e5afff5d272";

  @Test
  void thereAreNoneByDefault() {
    assertThat(ConfigText.valid(ConfigText.MINIMAL).teams()).isEmpty();
  }

  @Test
  void aKeyHasDefaults() {
    assertThat(key("{ id: web, secret: sesame }"))
        .isEqualTo(new ClientKeyConfig("web", HASH_OF_SESAME, null, null, null, Map.of(), null));
  }

  @Test
  void mapsEveryField() {
    String yaml =
        """
        id: web
        sha256: D0C04F4B1951E4AEAAEC8223ED2039E542F3AAE805A6FA7F6D794E5AFFF5D272
        allow: { models: ["anthropic/*"], providers: ["*"], credentials: [] }
        weights: { a: 70 }
        userHeader: X-Forwarded-User
        """;
    assertThat(key("\n" + yaml.indent(8)))
        .isEqualTo(
            new ClientKeyConfig(
                "web",
                HASH_OF_SESAME,
                List.of("anthropic/*"),
                List.of("*"),
                List.of(),
                Map.of("a", 70.0),
                "x-forwarded-user"));
  }

  @Test
  void withClientKeysTheApiMayListenOffLoopback() {
    String yaml =
        ConfigText.MINIMAL
            + """
            server: { host: 0.0.0.0 }
            teams: [{ id: t, keys: [{ id: web, secret: sesame }] }]
            """;
    assertThat(ConfigText.valid(yaml).server().openAccess()).isFalse();
  }

  @Test
  void aKeysTextHoldsNoTraceOfItsSecret() {
    ClientKeyConfig key = key("{ id: web, secret: sesame }");
    assertThat(key.toString()).contains("web").doesNotContain(key.secretHash(), "sesame");
  }

  private static ClientKeyConfig key(String yaml) {
    String teams = "teams:\n  - id: t\n    keys:\n      - ";
    List<TeamConfig> read =
        ConfigText.valid(ConfigText.MINIMAL + teams + yaml.strip() + "\n").teams();
    assertThat(read).singleElement().extracting(TeamConfig::id).isEqualTo("t");
    return read.get(0).keys().get(0);
  }
}
