package dev.mooring.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestIdsTest {
  @Test
  void aNameTellsWhenItsRequestCame() {
    long millis = 1_798_600_123_456L;
    assertThat(RequestIds.millis(RequestIds.next(millis))).isEqualTo(millis);
    assertThat(RequestIds.millis(RequestIds.next(millis).replace("req_", "gen_")))
        .isEqualTo(millis);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "gen_x", "gen_01M8NKVGJ9DYTDYWM17KJJNW811", "gen_u1M8NKVGJ9DYTDYWM17KJJNW81"})
  void whatIsNoNameCameNever(String id) {
    assertThat(RequestIds.millis(id)).isEqualTo(-1);
  }
}
