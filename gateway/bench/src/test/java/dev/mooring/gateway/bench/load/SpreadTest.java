package dev.mooring.gateway.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Medians and what is around them. */
final class SpreadTest {

  @Test
  void theMedianIsTheMiddleOneOfAnOddNumber() {
    assertThat(Spread.of(List.of(9.0, 1.0, 4.0))).isEqualTo(new Spread(4, 1, 9));
  }

  @Test
  void theMedianIsTheMeanOfTheTwoInTheMiddleOfAnEvenNumber() {
    assertThat(Spread.of(List.of(9.0, 1.0, 4.0, 6.0))).isEqualTo(new Spread(5, 1, 9));
  }

  @Test
  void nothingHasNoMedian() {
    assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(List.of()));
  }

  @Test
  void theTextHasTheRangeWhereThereIsOne() {
    assertThat(new Spread(4, 1, 9.06).text(1)).isEqualTo("4.0 (1.0–9.1)");
    assertThat(new Spread(4, 4, 4).text(0)).isEqualTo("4");
  }
}
