package dev.mooring.gateway.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traffic in files, and made of a gateway's record. */
final class TrafficFileTest {
  @TempDir Path folder = Path.of("");

  @Test
  void aWrittenTrafficIsReadBack() throws IOException {
    Traffic traffic = TrafficGenerator.SMALL.traffic(2);
    Path file = folder.resolve("traffic.jsonl");
    TrafficFile.write(file, traffic);

    assertThat(TrafficFile.read(file)).isEqualTo(traffic);
  }

  @Test
  void aLineNeedsNoLaneAndNoClientAndMayNameAnyModel() throws IOException {
    Traffic traffic =
        read(
            """
            {"start": 3.5, "session": "s", "model": "claude-3-opus", "prefix": [{"hash": "a", "tokens": 9}], "output": 7}

            {"start": 1, "session": "s", "model": "gpt-4.1", "prefix": [{"hash": "a", "tokens": 9}], "output": 7}
            """);

    assertThat(traffic.turns()).containsExactly(turn(1000, "gpt-5.5"), turn(3500, "claude-opus-5"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{\"session\": \"s\"} | :1: prefix: missing",
        "{\"prefix\": [{\"hash\": \"a\", \"tokens\": 9}]} | session: missing",
        "{\"session\": \"s\", \"prefix\": [{\"hash\": \"a b\", \"tokens\": 9}]} | hash: a b",
        "{\"session\": \"s\", \"prefix\": [{\"hash\": \"a\", \"tokens\": 0}]} | tokens: 0",
        "{\"session\": \"s\", \"prefix\": [{\"hash\": \"a\", \"tokens\": 9}]} | start:",
        "{\"session\": | :1:"
      })
  void whatIsWrongIsNamedWithItsLine(String line, String named) {
    assertThatThrownBy(() -> read(line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(named);
  }

  @Test
  void aRecordsTurnsGoOnFromTheLongestPromptThatFits() throws IOException {
    Path file = folder.resolve("record.json");
    Files.writeString(
        file,
        """
        {"turns": [%s, %s]}
        {"events": [%s, %s, %s]}
        """
            .formatted(
                entry("00:00:09", 5000, 100, 200),
                entry("00:00:20", 9000, 100, 200),
                entry("00:00:30", 3000, 50, 200),
                entry("00:00:40", 9600, 50, 200),
                entry("00:00:50", 9900, 50, 429)));
    List<Turn> turns = RecordConverter.read(file).turns();

    assertThat(turns).extracting(Turn::promptTokens).containsExactly(5000, 9000, 3000, 9600);
    assertThat(turns).extracting(Turn::start).first().isEqualTo(Duration.ZERO);
    assertThat(turns.get(1).start()).isEqualTo(Duration.ofSeconds(11));
    assertThat(turns.get(1).prompt()).startsWith(turns.get(0).prompt().toArray(Block[]::new));
    assertThat(turns.get(2).lane()).isNotEqualTo(turns.get(1).lane());
    assertThat(turns.get(3).lane()).isEqualTo(turns.get(1).lane());
  }

  private Traffic read(String text) throws IOException {
    Path file = folder.resolve("traffic.jsonl");
    Files.writeString(file, text);
    return TrafficFile.read(file);
  }

  private static String entry(String time, int input, int output, int status) {
    return """
    {"time": "2026-01-01T%sZ", "session": "abc", "model": "claude-sonnet-5", "inputTokens": %d,
     "outputTokens": %d, "status": %d, "latencyMillis": 2000}"""
        .formatted(time, input, output, status);
  }

  private static Turn turn(long millis, String model) {
    return new Turn(
        Duration.ofMillis(millis),
        "s",
        "s/main",
        ClientKind.AGENT,
        model,
        List.of(new Block("a", 9)),
        7);
  }
}
