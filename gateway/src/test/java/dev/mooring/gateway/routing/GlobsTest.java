package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobsTest {
  @ParameterizedTest
  @CsvSource({
    "*, anything, true",
    "anthropic/*, anthropic/claude, true",
    "anthropic/*, openai/gpt, false",
    "*-mini, gpt-5-mini, true",
    "*-mini, gpt-5-mini-x, false",
    "a*b*c, a-b-b-c, true",
    "a*b*c, a-c, false",
    "a.c, abc, false",
    "gpt, gpt-5, false",
  })
  void aStarStandsForAnyCharactersAndTheRestForItself(String glob, String name, boolean matches) {
    assertThat(Globs.matches(glob, name)).isEqualTo(matches);
  }

  @Test
  void anAbsentListAllowsAllAndAnEmptyOneNothing() {
    assertThat(Globs.allow(null, "x")).isTrue();
    assertThat(Globs.allow(List.of(), "x")).isFalse();
    assertThat(Globs.allow(List.of("y", "x*"), "xy")).isTrue();
  }
}
