package dev.mooring.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.ModelConfig.Price;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What answers cost, and might have cost. */
class ExpenseTest {
  private static final Price PRICE = new Price(3, 15, 0.3, 3.75, 6.0);

  @Test
  void everyKindOfTokenHasItsPrice() {
    Usage usage = new Usage(1_000_000, 600_000, 300_000, 100_000, 10_000);
    Expense expense = Expense.of(usage, PRICE, 1);
    assertThat(expense.actual())
        .isCloseTo(0.1 * 3 + 0.6 * 0.3 + 0.2 * 3.75 + 0.1 * 6 + 0.15, within(1e-9));
    assertThat(expense.withoutCache()).isCloseTo(3.15, within(1e-9));
  }

  @Test
  void pricesThatAreNotWrittenAreTheInputs() {
    Expense expense =
        Expense.of(new Usage(100, 50, 50, 20, 0), new Price(2, 1, null, null, null), 0.5);
    assertThat(expense.actual()).isCloseTo(200e-6, within(1e-12));
    assertThat(expense.spread()).isEqualTo(expense.actual());
  }

  @Test
  void aFirstTurnThatWritesTheCacheCostsMoreThanWithoutOne() {
    Expense expense = Expense.of(new Usage(1000, 0, 1000, 0, 0), PRICE, 0.5);
    assertThat(expense.actual()).isGreaterThan(expense.withoutCache());
    assertThat(expense.spread()).isEqualTo(expense.actual());
  }

  @Test
  void whereOneAccountServesNothingIsLostBySpreading() {
    Expense expense = Expense.of(new Usage(1000, 900, 0, 0, 10), PRICE, 1);
    assertThat(expense.spread()).isEqualTo(expense.actual());
  }

  @Test
  void aSecondTurnIsLostWhenTheOtherAccountIsDrawn() {
    assertThat(Expense.lostReads(1000, 1000, 0.25)).isEqualTo(750);
    assertThat(Expense.lostReads(500, 1000, 0.25)).isEqualTo(375);
  }

  /** The formula is the mean of drawing accounts for turns that each add as many tokens. */
  @ParameterizedTest
  @CsvSource({"2, 0.5", "3, 0.3333333", "10, 0.1", "30, 0.5", "40, 0.25"})
  void theLossIsThatOfDrawnAccounts(int turns, double share) {
    Random random = new Random(11);
    int accounts = (int) Math.round(1 / share);
    int added = 100;
    double lost = 0;
    int runs = 40_000;
    for (int run = 0; run < runs; run++) {
      int[] known = new int[accounts];
      int prompt = 0;
      for (int turn = 0; turn < turns; turn++) {
        int account = random.nextInt(accounts);
        int cached = prompt;
        prompt += added;
        if (turn == turns - 1) {
          lost += cached - known[account];
        }
        known[account] = prompt;
      }
      assertThat(Arrays.stream(known).max()).hasValue(prompt);
    }
    double cachedIfKept = (turns - 1) * (double) added;
    assertThat(Expense.lostReads(cachedIfKept, added, 1.0 / accounts))
        .isCloseTo(lost / runs, within(0.02 * cachedIfKept));
  }
}
