package dev.mooring.gateway.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reading of faults. */
final class FaultFileTest {

  @Test
  void aRepeatedFaultIsAnOutageForEachTime() {
    FaultScript script =
        parse("{ kind: error, provider: cloud, from: 1m, for: 5s, every: 2m, times: 2 }");

    assertThat(script.outages()).containsExactly(outage(60, 65), outage(180, 185));
    assertThat(script.ends()).isEmpty();
  }

  @Test
  void whatHasNoEndLasts() {
    FaultScript script = parse("{ kind: reject, provider: openai, credential: east, from: 1h }");

    assertThat(script.stoppedUntil("openai", "east", Duration.ofHours(9))).isPresent();
    assertThat(script.stoppedUntil("openai", "east", Duration.ofMinutes(59))).isEmpty();
    assertThat(script.stoppedUntil("openai", "west", Duration.ofHours(9))).isEmpty();
  }

  @Test
  void nodesEndAtTheirTimes() {
    assertThat(parse("{ kind: kill, node: 2, from: 5m }").ends())
        .containsExactly(new FaultScript.NodeEnd(2, Duration.ofMinutes(5), false));
    assertThat(parse("{ kind: restart, from: 5m, every: 2m, times: 2 }").ends())
        .containsExactly(
            new FaultScript.NodeEnd(1, Duration.ofMinutes(5), true),
            new FaultScript.NodeEnd(1, Duration.ofMinutes(7), true));
  }

  @Test
  void redisIsPausedForATimeAndEmptiedAtATime() {
    assertThat(parse("{ kind: redis-pause, from: 5m, for: 10s, every: 2m, times: 2 }").redis())
        .containsExactly(
            new RedisFault(RedisFault.Kind.PAUSE, seconds(300), seconds(310)),
            new RedisFault(RedisFault.Kind.PAUSE, seconds(420), seconds(430)));
    assertThat(parse("{ kind: redis-empty, from: 5m }").redis())
        .singleElement()
        .matches(
            fault -> fault.kind() == RedisFault.Kind.EMPTY && fault.from().equals(seconds(300)));
  }

  @Test
  void aSilentAccountServesNobody() {
    FaultScript script =
        parse("{ kind: silent, provider: openai, credential: east, from: 10s, for: 10s }");

    assertThat(script.stoppedUntil("openai", "east", seconds(15))).contains(seconds(20));
    assertThat(script.silent("gpt-5.5", seconds(15))).isTrue();
    assertThat(script.silent("gpt-5.5", seconds(20))).isFalse();
    assertThat(script.silent("claude-sonnet-5", seconds(15))).isFalse();
  }

  @Test
  void somebodyServesWhereOneAccountWasNeverStopped() {
    FaultScript script = parse("{ kind: error, provider: anthropic, from: 10s, for: 10s }");

    assertThat(script.somebodyServes("claude-sonnet-5", seconds(5), seconds(30))).isTrue();
    assertThat(script.outages().get(0).lastsAt(seconds(20))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ kind: rain, provider: cloud } | kind: rain",
        "{ kind: error, provider: cluod } | provider: cluod",
        "{ kind: error, provider: cloud, credential: x } | credential: x",
        "{ kind: error, provider: cloud, from: soon } | from: soon",
        "{ kind: error, provider: cloud, times: 0 } | times: 0",
        "{ kind: error, provdier: cloud } | provdier"
      })
  void whatIsWrongIsNamed(String fault, String named) {
    assertThatThrownBy(() -> parse(fault))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(named);
  }

  private static FaultScript parse(String fault) {
    return FaultFile.parse("test", "faults:\n  - " + fault + "\n");
  }

  private static Outage outage(int from, int until) {
    return new Outage(Outage.Kind.ERROR, "cloud", "", seconds(from), seconds(until));
  }

  private static Duration seconds(int count) {
    return Duration.ofSeconds(count);
  }
}
