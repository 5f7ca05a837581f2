package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.limit.Counter;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.ModelConfig.Price;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CostTest {
  private static final Price FULL = new Price(3, 15, 0.3, 3.75, 6.0);
  private static final Price PLAIN = new Price(3, 15, null, null, null);

  @Test
  void everyKindOfTokenCostsItsOwnPrice() {
    // 1,000 fresh, 2,000 read, 300 written for minutes, 100 for an hour, 50 out
    assertThat(Cost.of(new Usage(3_400, 2_000, 400, 100, 50), FULL)).isEqualTo("0.006075");
  }

  @Test
  void withoutPricesOfTheCacheItsTokensCostWhatInputCosts() {
    assertThat(Cost.of(new Usage(1_000_000, 400_000, 200_000, 100_000, 0), PLAIN)).isEqualTo("3");
  }

  @Test
  void theCostIsExactAndPlainWithoutExponentOrTrailingZeros() {
    assertThat(Cost.of(new Usage(1, 0, 0, 0, 0), new Price(0.05, 1, null, null, null)))
        .isEqualTo("0.00000005");
    assertThat(Cost.of(new Usage(0, 0, 0, 0, 0), FULL)).isEqualTo("0");
    assertThat(Cost.of(new Usage(0, 0, 0, 0, 1_000_000), new Price(1, 100, null, null, null)))
        .isEqualTo("100");
  }

  @Test
  void aUsageThatContradictsItselfIsNeverNegative() {
    assertThat(Cost.of(new Usage(10, 100, 0, 0, 0), FULL)).isEqualTo("0.00003");
  }

  @Test
  void billionthsOfADollarAreExactAndRoundedUp() {
    assertThat(Cost.nanoUsd(new Usage(3_400, 2_000, 400, 100, 50), FULL)).isEqualTo(6_075_000);
    assertThat(Cost.nanoUsd(new Usage(1, 0, 0, 0, 0), new Price(0.0375, 1, null, null, null)))
        .isEqualTo(38);
    assertThat(Cost.nanoUsd(new Usage(0, 0, 0, 0, 0), FULL)).isZero();
  }

  @Test
  void theMostThatARequestMayCostReadsNothingFromTheCacheAndWritesAllOfIt() {
    assertThat(Cost.most(1_000, 100, false, FULL)).isEqualTo(3_750_000 + 1_500_000);
    assertThat(Cost.most(1_000, 100, true, FULL)).isEqualTo(6_000_000 + 1_500_000);
    assertThat(Cost.most(1_000, 100, true, PLAIN)).isEqualTo(3_000_000 + 1_500_000);
    assertThat(Cost.most(Long.MAX_VALUE, 1L << 60, true, FULL)).isEqualTo(Counter.MOST);
  }

  @Test
  void wholeTrillionthsAndDecimalsOfAnyLengthComeToTheSame() {
    Random random = new Random(8);
    double[] prices = {0, 0.01, 0.05, 0.075, 0.1, 0.28, 0.3, 1.1, 3.75, 15, 600, 0.0000123};
    for (int round = 0; round < 5_000; round++) {
      double[] each = new double[5];
      Arrays.setAll(each, kind -> prices[random.nextInt(prices.length)]);
      Price price = new Price(each[0], each[1], each[2], each[3], each[4]);
      long input = random.nextLong(1L << (1 + random.nextInt(34)));
      long read = random.nextLong(input + 1);
      long written = random.nextLong(input - read + 1);
      long hour = random.nextLong(written + 1);
      long output = random.nextLong(1L << (1 + random.nextInt(34)));
      BigDecimal expected =
          dollars(input - read - written, each[0])
              .add(dollars(read, each[2]))
              .add(dollars(written - hour, each[3]))
              .add(dollars(hour, each[4]))
              .add(dollars(output, each[1]));
      Usage usage = new Usage(input, read, written, hour, output);
      assertThat(new BigDecimal(Cost.of(usage, price)))
          .as("%s at %s", usage, price)
          .isEqualByComparingTo(expected.setScale(12, RoundingMode.HALF_EVEN));
      assertThat(BigDecimal.valueOf(Cost.nanoUsd(usage, price)))
          .as("%s at %s", usage, price)
          .isEqualByComparingTo(
              expected
                  .movePointRight(9)
                  .setScale(0, RoundingMode.UP)
                  .min(BigDecimal.valueOf(Counter.MOST)));
    }
  }

  private static BigDecimal dollars(long tokens, double price) {
    return BigDecimal.valueOf(price).multiply(BigDecimal.valueOf(tokens)).movePointLeft(6);
  }
}
