package dev.mooring.gateway.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.wire.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Rounds of turns of the same sessions, each turn at a random node. */
final class Traffic {
  /**
   * The longest that a turn of an outage may take on a busy machine: far below the minute after
   * which Lettuce gives up by itself, and the seconds that a fail-over takes.
   */
  static final Duration PROMPTLY = Duration.ofSeconds(3);

  private static final int AT_ONCE = 20;

  private final Nodes nodes;
  private final String name;
  private final int sessions;
  private final Random random = new Random(11);
  private final AtomicLong longest = new AtomicLong();

  Traffic(Nodes nodes, String name, int sessions) {
    this.nodes = nodes;
    this.name = name;
    this.sessions = sessions;
  }

  /** One turn of each session at one of these nodes; none may fail. */
  List<Answer> round(int... at) {
    return roundWith(() -> {}, at);
  }

  /** The same, and something happens in the middle, while turns are under way. */
  List<Answer> roundWith(Runnable event, int... at) {
    List<Answer> all = new ArrayList<>();
    List<CompletableFuture<Answer>> running = new ArrayList<>();
    for (int session = 0; session < sessions; session++) {
      running.add(timed(at[random.nextInt(at.length)], name + session));
      if (session == sessions / 2) {
        event.run();
      }
      if (running.size() == AT_ONCE || session == sessions - 1) {
        all.addAll(Nodes.all(running));
        running.clear();
      }
    }
    assertThat(all).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    return all;
  }

  /** The longest that a turn has taken so far. */
  Duration longest() {
    return Duration.ofNanos(longest.get());
  }

  /** How many sessions have been served by one provider and credential all the time. */
  long kept() {
    Map<String, List<String>> served = nodes.served();
    return served.entrySet().stream()
        .filter(each -> each.getKey().startsWith(name))
        .filter(each -> new HashSet<>(each.getValue()).size() == 1)
        .count();
  }

  private CompletableFuture<Answer> timed(int node, String session) {
    long begin = System.nanoTime();
    return nodes
        .turn(node, session)
        .whenComplete(
            (answer, failure) -> longest.accumulateAndGet(System.nanoTime() - begin, Math::max));
  }

  /** How many of some answers followed a pin. */
  static long followed(List<Answer> answers) {
    return answers.stream()
        .map(answer -> answer.header("x-mooring-affinity"))
        .filter(outcome -> outcome.equals("promoted") || outcome.equals("confirmed"))
        .count();
  }
}
