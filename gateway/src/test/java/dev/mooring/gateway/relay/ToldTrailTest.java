package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.record.Turn;
import dev.mooring.gateway.routing.RoutingTrail;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When a trail is put into words. */
class ToldTrailTest {
  private final AtomicInteger told = new AtomicInteger();
  private final RoutingTrail trail = new RoutingTrail();

  private void add(String text) {
    trail.add(
        "stage",
        () -> {
          told.incrementAndGet();
          return text;
        });
  }

  @Test
  void noLineIsPutIntoWordsBeforeItIsReadAndEachOnlyOnce() {
    add("one");
    add("two");
    List<Turn.Line> lines = new ToldTrail(trail);
    assertThat(told).hasValue(0);
    assertThat(lines).extracting(Turn.Line::text).containsExactly("one", "two");
    assertThat(lines).hasSize(2);
    assertThat(told).hasValue(2);
  }

  @Test
  void whatIsAddedLaterIsNoPartOfIt() {
    add("one");
    List<Turn.Line> lines = new ToldTrail(trail);
    add("late");
    assertThat(lines).extracting(Turn.Line::text).containsExactly("one");
  }

  @Test
  void aLongLineIsCut() {
    add("x".repeat(TurnReport.MAX_TEXT + 1));
    assertThat(new ToldTrail(trail).get(0).text()).hasSize(TurnReport.MAX_TEXT + 1).endsWith("…");
  }
}
