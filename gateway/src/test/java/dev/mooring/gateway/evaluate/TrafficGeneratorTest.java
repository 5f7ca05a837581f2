package dev.mooring.gateway.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The shapes of the built-in traffic. */
final class TrafficGeneratorTest {
  private final List<Turn> turns = TrafficGenerator.USUAL.traffic(1).turns();

  @Test
  void theSameSeedMakesTheSameTraffic() {
    assertThat(TrafficGenerator.SMALL.traffic(7)).isEqualTo(TrafficGenerator.SMALL.traffic(7));
    assertThat(TrafficGenerator.SMALL.traffic(7)).isNotEqualTo(TrafficGenerator.SMALL.traffic(8));
  }

  @Test
  void turnsComeInOrder() {
    assertThat(turns).isSortedAccordingTo((a, b) -> a.start().compareTo(b.start()));
  }

  @Test
  void aPromptGoesOnFromTheOneBeforeUnlessItWasCompacted() {
    Map<String, Turn> last = new HashMap<>();
    int compacted = 0;
    for (Turn turn : turns) {
      Turn before = last.put(turn.lane(), turn);
      if (before == null) {
        continue;
      }
      int common = before.prompt().size();
      if (turn.prompt().size() < common) {
        compacted++;
        assertThat(turn.prompt().subList(0, 2)).isEqualTo(before.prompt().subList(0, 2));
      } else {
        assertThat(turn.prompt().subList(0, common)).isEqualTo(before.prompt());
      }
    }
    assertThat(compacted).isPositive();
  }

  @Test
  void agentsGrowFromTenThousandTokensToTwoHundredThousand() {
    List<Integer> main =
        turns.stream()
            .filter(turn -> turn.lane().startsWith("agent") && turn.lane().endsWith("/main"))
            .map(Turn::promptTokens)
            .toList();

    assertThat(main).allMatch(tokens -> tokens >= 10_000 && tokens <= 210_000);
    assertThat(main).anyMatch(tokens -> tokens > 150_000).anyMatch(tokens -> tokens < 20_000);
  }

  @Test
  void aSessionHasATitleSubagentsAndMoreThanOneModel() {
    Map<String, Set<String>> models = new HashMap<>();
    Set<String> lanes = new HashSet<>();
    for (Turn turn : turns) {
      lanes.add(turn.lane().substring(turn.lane().indexOf('/')));
      if (turn.lane().endsWith("/main")) {
        models.computeIfAbsent(turn.lane(), lane -> new HashSet<>()).add(turn.model());
      }
    }

    assertThat(lanes).contains("/main", "/title", "/sub1", "/sub2");
    assertThat(models.values()).anyMatch(used -> used.size() == 2);
  }

  @Test
  void someConversationsRestLongerThanTheirCacheLives() {
    Map<String, Turn> last = new HashMap<>();
    boolean rested = false;
    for (Turn turn : turns) {
      Turn before = last.put(SharedPrefixes.name(turn), turn);
      rested |=
          before != null
              && turn.start().compareTo(before.start().plus(World.lifetime(turn.model()))) > 0;
    }
    assertThat(rested).isTrue();
  }

  @Test
  void sharedInstructionsAreSentByManySessions() {
    Map<String, Set<String>> sessions = new HashMap<>();
    for (Turn turn : turns) {
      sessions
          .computeIfAbsent(turn.prompt().get(0).hash(), hash -> new HashSet<>())
          .add(turn.session());
    }
    assertThat(sessions.get("task1")).hasSizeGreaterThan(20);
    assertThat(sessions.get("agent1")).hasSizeGreaterThan(2);
  }
}
