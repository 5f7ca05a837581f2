package dev.mooring.gateway.routing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InFlightTest {
  private final InFlight inFlight = new InFlight();

  @Test
  void requestsAreCountedPerProviderAndCredential() {
    inFlight.enter("p", "a");
    inFlight.enter("p", "a");
    inFlight.enter("p", "b");
    inFlight.leave("p", "a");
    assertThat(inFlight.withProvider("p")).isEqualTo(2);
    assertThat(inFlight.withCredential("p", "a")).isEqualTo(1);
    assertThat(inFlight.withCredential("p", "b")).isEqualTo(1);
    assertThat(inFlight.withProvider("q")).isZero();
  }

  @Test
  void nothingIsKeptOfWhatIsOver() {
    for (int i = 0; i < 100; i++) {
      inFlight.enter("p", "own key " + i);
    }
    for (int i = 0; i < 100; i++) {
      inFlight.leave("p", "own key " + i);
    }
    assertThat(inFlight.size()).isZero();
  }
}
