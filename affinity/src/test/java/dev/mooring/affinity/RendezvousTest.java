package dev.mooring.affinity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RendezvousTest {
  private static final int SEEDS = 20_000;

  /** Chi-square at p = 0.001 for 1, 2, … degrees of freedom (NIST handbook, 1.3.6.7.4). */
  private static final double[] CRITICAL = {10.828, 13.816, 16.266, 18.467, 20.515, 22.458, 24.322};

  private record Item(String name, double weight) {}

  @ParameterizedTest
  @CsvSource({
    "0, '', d84d1f8ea453246e",
    "0, openai, 5f3f1de6f34fe130",
    "42, openai, eca6d3a7b3725f7a",
    "42, azure, 3b1b1f9a67cd5437",
    "-1, org-a, 2cea6d733c691eac",
  })
  void theHashIsTheSameOverReleases(long seed, String label, String expected) {
    assertThat(Long.toHexString(Rendezvous.hash(seed, label))).isEqualTo(expected);
  }

  @Test
  void theOrderIsTheSameOverReleases() {
    List<Item> items = List.of(item("openai", 3), item("azure", 1), item("bedrock", 2));
    List<String> orders =
        LongStream.range(0, 8)
            .mapToObj(seed -> String.join(" ", names(order(seed, items))))
            .toList();
    assertThat(orders)
        .containsExactly(
            "bedrock openai azure",
            "openai azure bedrock",
            "openai azure bedrock",
            "openai bedrock azure",
            "openai bedrock azure",
            "bedrock openai azure",
            "openai bedrock azure",
            "bedrock openai azure");
  }

  static Stream<Arguments> weights() {
    return Stream.of(
        arguments(List.of(1.0, 1.0)),
        arguments(List.of(70.0, 30.0)),
        arguments(List.of(0.7, 0.3)),
        arguments(List.of(2.0, 1.0, 1.0)),
        arguments(List.of(1.0, 10.0, 100.0)),
        arguments(Collections.nCopies(8, 1.0)));
  }

  @ParameterizedTest
  @MethodSource("weights")
  void sharesFitTheWeights(List<Double> weights) {
    List<Item> items = items(weights);
    assertShares(
        items, LongStream.range(0, SEEDS).mapToObj(seed -> order(seed, items).get(0)).toList());
  }

  @ParameterizedTest
  @MethodSource("weights")
  void sharesFitTheWeightsForHashedSeeds(List<Double> weights) {
    List<Item> items = items(weights);
    List<Item> firsts =
        IntStream.range(0, SEEDS)
            .mapToObj(i -> new FramedDigest().add("session-" + i).head())
            .map(seed -> order(seed, items).get(0))
            .toList();
    assertShares(items, firsts);
  }

  @ParameterizedTest
  @MethodSource("weights")
  void drawnSharesFitTheWeights(List<Double> weights) {
    List<Item> items = items(weights);
    RandomGenerator random = new Random(7);
    assertShares(
        items,
        IntStream.range(0, SEEDS)
            .mapToObj(i -> Rendezvous.draw(random, items, Item::weight).get(0))
            .toList());
  }

  @Test
  void secondPlacesFitTheWeightsOfTheRest() {
    List<Item> items = List.of(item("a", 5), item("b", 3), item("c", 1));
    List<Item> seconds =
        LongStream.range(0, SEEDS)
            .mapToObj(seed -> order(seed, items))
            .filter(order -> order.get(0).name().equals("a"))
            .map(order -> order.get(1))
            .toList();
    assertShares(items.subList(1, 3), seconds);
  }

  @Test
  void anItemThatGoesMovesOnlyTheSeedsThatItHeld() {
    List<Item> all = items(List.of(1.0, 2.0, 3.0, 1.0, 0.5));
    for (int removed = 0; removed < all.size(); removed++) {
      List<Item> rest = new ArrayList<>(all);
      Item gone = rest.remove(removed);
      for (long seed = 0; seed < 500; seed++) {
        List<Item> before = new ArrayList<>(order(seed, all));
        before.remove(gone);
        assertThat(order(seed, rest)).isEqualTo(before);
      }
    }
  }

  @Test
  void aGreaterWeightOnlyDrawsSeedsToItsItem() {
    List<Item> before = List.of(item("a", 1), item("b", 1), item("c", 1));
    List<Item> after = List.of(item("a", 2), item("b", 1), item("c", 1));
    for (long seed = 0; seed < 2_000; seed++) {
      String first = order(seed, after).get(0).name();
      if (!first.equals("a")) {
        assertThat(first).isEqualTo(order(seed, before).get(0).name());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theOrderOfTheListDoesNotMatter(long randomSeed) {
    Random random = new Random(randomSeed);
    List<Item> items = new ArrayList<>(items(List.of(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)));
    for (int i = 0; i < 200; i++) {
      long seed = random.nextLong();
      List<Item> expected = order(seed, items);
      Collections.shuffle(items, random);
      assertThat(order(seed, items)).isEqualTo(expected);
    }
  }

  @Test
  void whatIsNeverDrawnComesLastInTheOrderGiven() {
    List<Item> items =
        List.of(item("z", 0), item("a", 1), item("y", -1), item("x", Double.NaN), item("b", 1));
    for (long seed = 0; seed < 200; seed++) {
      assertThat(names(order(seed, items)).subList(0, 2)).containsExactlyInAnyOrder("a", "b");
      assertThat(names(order(seed, items)).subList(2, 5)).containsExactly("z", "y", "x");
    }
    assertThat(names(Rendezvous.draw(new Random(1), items, Item::weight)).subList(2, 5))
        .containsExactly("z", "y", "x");
  }

  @Test
  void noItemsGiveNoItems() {
    assertThat(order(1, List.of())).isEmpty();
  }

  private static void assertShares(List<Item> items, List<Item> drawn) {
    double total = items.stream().mapToDouble(Item::weight).sum();
    Map<Item, Integer> counts = new HashMap<>();
    drawn.forEach(item -> counts.merge(item, 1, Integer::sum));
    double chiSquare = 0;
    for (Item item : items) {
      double expected = drawn.size() * item.weight() / total;
      double difference = counts.getOrDefault(item, 0) - expected;
      chiSquare += difference * difference / expected;
    }
    assertThat(chiSquare).as("%s", counts).isLessThan(CRITICAL[items.size() - 2]);
  }

  private static List<Item> items(List<Double> weights) {
    return IntStream.range(0, weights.size())
        .mapToObj(i -> item("provider-" + i, weights.get(i)))
        .toList();
  }

  private static Item item(String name, double weight) {
    return new Item(name, weight);
  }

  private static List<Item> order(long seed, List<Item> items) {
    return Rendezvous.order(seed, items, Item::name, Item::weight);
  }

  private static List<String> names(List<Item> items) {
    return items.stream().map(Item::name).toList();
  }
}
