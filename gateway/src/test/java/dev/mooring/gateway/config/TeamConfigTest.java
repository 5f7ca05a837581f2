package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.limit.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        .isEqualTo(
            new ClientKeyConfig(
                "web",
                HASH_OF_SESAME,
                true,
                null,
                null,
                null,
                null,
                ClientKeyConfig.Denied.NOTHING,
                Map.of(),
                null,
                null,
                null));
  }

  @Test
  void mapsEveryField() {
    String yaml =
        """
        id: web
        sha256: D0C04F4B1951E4AEAAEC8223ED2039E542F3AAE805A6FA7F6D794E5AFFF5D272
        active: false
        expires: 2027-01-31T12:00:00+02:00
        allow: { models: ["anthropic/*"], providers: ["*"], credentials: [] }
        deny: { models: ["anthropic/claude-opus-*"], providers: [a], credentials: [old] }
        weights: { a: 70 }
        rateLimit: { requests: 100, tokens: 100000, per: 90s }
        budget: { limitUsd: 12.5, period: month }
        userHeader: X-Forwarded-User
        """;
    assertThat(key("\n" + yaml.indent(8)))
        .isEqualTo(
            new ClientKeyConfig(
                "web",
                HASH_OF_SESAME,
                false,
                Instant.parse("2027-01-31T10:00:00Z"),
                List.of("anthropic/*"),
                List.of("*"),
                List.of(),
                new ClientKeyConfig.Denied(
                    List.of("anthropic/claude-opus-*"), List.of("a"), List.of("old")),
                Map.of("a", 70.0),
                new RateLimitConfig(100L, 100_000L, new Window.Sliding(Duration.ofSeconds(90))),
                new BudgetConfig(12_500_000_000L, Window.Calendar.MONTH),
                "x-forwarded-user"));
  }

  @Test
  void aLimitIsPerMinuteByDefault() {
    ClientKeyConfig key = key("{ id: web, secret: sesame, rateLimit: { requests: 1 } }");
    assertThat(key.rateLimit())
        .isEqualTo(new RateLimitConfig(1L, null, new Window.Sliding(Duration.ofMinutes(1))));
  }

  @ParameterizedTest
  @CsvSource({"day,DAY", "week,WEEK", "month,MONTH"})
  void aBudgetsPeriodMayBeOfTheCalendar(String written, Window.Calendar period) {
    ClientKeyConfig key =
        key("{ id: web, secret: s, budget: { limitUsd: 0.05, period: " + written + " } }");
    assertThat(key.budget()).isEqualTo(new BudgetConfig(50_000_000, period));
  }

  @Test
  void aBudgetsPeriodMaySlide() {
    ClientKeyConfig key = key("{ id: web, secret: s, budget: { limitUsd: 0, period: 30d } }");
    assertThat(key.budget())
        .isEqualTo(new BudgetConfig(0, new Window.Sliding(Duration.ofDays(30))));
  }

  @Test
  void aTeamHasLimitsAndCredentialsOfItsOwn() {
    String yaml =
        """
        teams:
          - id: t
            keys: [{ id: web, secret: sesame }]
            rateLimit: { tokens: 5 }
            budget: { limitUsd: 3, period: day }
            byok: { a: [{ apiKey: own-key-1 }, { id: second, apiKey: own-key-2 }] }
        """;
    TeamConfig team = ConfigText.valid(ConfigText.MINIMAL + yaml).teams().get(0);
    assertThat(team.rateLimit())
        .isEqualTo(new RateLimitConfig(null, 5L, new Window.Sliding(Duration.ofMinutes(1))));
    assertThat(team.budget()).isEqualTo(new BudgetConfig(3_000_000_000L, Window.Calendar.DAY));
    assertThat(team.byok())
        .isEqualTo(
            Map.of(
                "a",
                List.of(
                    new ByokCredential(null, "own-key-1"),
                    new ByokCredential("second", "own-key-2"))));
    assertThat(team.toString() + team.byok()).doesNotContain("own-key");
  }

  @Test
  void budgetsBesideModelsWithoutAPriceAreAWarning() {
    String teams = "teams: [{ id: t, keys: [{ id: k, secret: s }]%s }]\n";
    String budget = ", budget: { limitUsd: 1, period: day }";
    assertThat(ConfigText.warnings(ConfigText.MINIMAL + teams.formatted(budget)))
        .containsExactly(
            "mooring.yaml:8: teams: have budgets, to which models without a price are not charged:"
                + " m");
    assertThat(ConfigText.warnings(ConfigText.MINIMAL + teams.formatted(""))).isEmpty();
    String priced = ConfigText.MINIMAL + "    price: { input: 1, output: 1 }\n";
    assertThat(ConfigText.warnings(priced + teams.formatted(budget))).isEmpty();
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
