package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration of cache markers. */
class PromptCacheConfigTest {

  @Test
  void aProviderThatSaysNothingHasNone() {
    assertThat(ConfigText.provider("").promptCache()).isNull();
  }

  @Test
  void hasDefaults() {
    assertThat(promptCache("{}"))
        .isEqualTo(new PromptCacheConfig(false, Duration.ofMinutes(5), List.of()));
  }

  @Test
  void mapsEveryField() {
    assertThat(
            promptCache(
                "{ autoInject: true, ttl: 1h, points: [{ role: developer, index: 3 }, { index: -2 }] }"))
        .isEqualTo(
            new PromptCacheConfig(
                true,
                Duration.ofHours(1),
                List.of(new MarkerPoint("developer", 3), new MarkerPoint(null, -2))));
  }

  @Test
  void pointsTurnItOnUnlessItIsTurnedOff() {
    assertThat(promptCache("{ points: [{ role: user }] }").autoInject()).isTrue();
    assertThat(promptCache("{ autoInject: false, points: [{ role: user }] }").autoInject())
        .isFalse();
    assertThat(promptCache("{ points: [] }").autoInject()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "{ ttl: 10m }; promptCache.ttl: unknown value '10m'",
        "{ ttl: 1H }; promptCache.ttl: unknown value '1H'",
        "{ points: [{}] }; promptCache.points[0]: names no message",
        "{ points: [{ role: robot }] }; promptCache.points[0].role: unknown value 'robot'",
        "{ points: [{ index: last }] }; promptCache.points[0].index: is 'last'",
        "{ auto: true }; promptCache: unknown field 'auto'",
      })
  void whatItCannotMeanIsAnErrorThatNamesTheField(String written, String error) {
    String yaml =
        ConfigText.MINIMAL.replace(
            "type: anthropic\n", "type: anthropic\n    promptCache: " + written + "\n");
    assertThat(ConfigText.errors(yaml)).singleElement().asString().contains(error);
  }

  private static PromptCacheConfig promptCache(String written) {
    return Objects.requireNonNull(ConfigText.provider("promptCache: " + written).promptCache());
  }
}
