package dev.mooring.gateway.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

/** What is read out of what wrk writes. */
final class WrkTest {

  @Test
  void theScriptsLineIsRead() {
    Wrk.Result result =
        Wrk.Result.parse("Running 3s test @ http://127.0.0.1:1\nRESULT 30000 3000000 2\n");

    assertThat(result).isEqualTo(new Wrk.Result(30_000, 3_000_000, 2));
    assertThat(result.rate()).isEqualTo(10_000);
  }

  @Test
  void outputWithoutItIsAFailureThatShowsTheOutput() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Wrk.Result.parse("unable to connect"))
        .withMessageContaining("unable to connect");
  }
}
