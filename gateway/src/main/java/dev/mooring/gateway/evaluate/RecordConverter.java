package dev.mooring.gateway.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes traffic of a gateway's own record: pages of {@code /admin/v1/turns} or of {@code
 * /admin/v1/sessions/{session}/events}, one after the other.
 *
 * <p>The record holds no prompts, only their lengths. A turn counts as going on from the longest
 * conversation of its session and model that is not longer than its prompt; what the prompt has
 * more is new. Where there is none it begins another conversation.
 */
public final class RecordConverter {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int OPENING = 1;

  private final List<Turn> turns = new ArrayList<>();
  private final Map<String, List<Lane>> lanes = new HashMap<>();
  private final Map<String, String> sessions = new HashMap<>();
  private int blocks;

  private RecordConverter() {}

  /** A served request. */
  private record Served(Instant start, String session, String model, int input, int output) {}

  /** A conversation so far. */
  private static final class Lane {
    private final String name;
    private final List<Block> prompt = new ArrayList<>();
    private int tokens;

    private Lane(String name) {
      this.name = name;
    }

    private void add(Block block) {
      prompt.add(block);
      tokens += block.tokens();
    }
  }

  /**
   * Reads a record.
   *
   * @throws IOException also where it is not JSON
   */
  public static Traffic read(Path file) throws IOException {
    List<Served> served = new ArrayList<>();
    try (MappingIterator<JsonNode> pages =
        MAPPER.readerFor(JsonNode.class).readValues(file.toFile())) {
      while (pages.hasNextValue()) {
        JsonNode page = pages.nextValue();
        page.path("events").forEach(event -> add(served, event));
        page.path("turns").forEach(turn -> add(served, turn));
      }
    }
    served.sort(Comparator.comparing(Served::start));
    RecordConverter converter = new RecordConverter();
    for (Served each : served) {
      converter.take(each, Duration.between(served.get(0).start(), each.start()));
    }
    return Traffic.of(converter.turns);
  }

  private static void add(List<Served> served, JsonNode entry) {
    int input = entry.path("inputTokens").asInt();
    if (entry.path("status").asInt() / 100 == 2 && input > 0) {
      Instant end = Instant.parse(entry.path("time").asText());
      served.add(
          new Served(
              end.minusMillis(entry.path("latencyMillis").asLong()),
              entry.path("session").asText(),
              entry.path("model").asText(),
              input,
              Math.max(1, entry.path("outputTokens").asInt())));
    }
  }

  private void take(Served served, Duration start) {
    String session =
        sessions.computeIfAbsent(served.session(), hash -> "s" + (sessions.size() + 1));
    String model = World.model(served.model());
    List<Lane> candidates = lanes.computeIfAbsent(session + " " + model, name -> new ArrayList<>());
    Lane lane = fitting(candidates, served.input());
    if (lane == null) {
      lane = new Lane(model + "-" + (candidates.size() + 1));
      candidates.add(lane);
      lane.add(block(OPENING));
    }
    lane.add(block(Math.max(1, served.input() - lane.tokens)));
    turns.add(
        new Turn(
            start,
            session,
            session + "/" + lane.name,
            ClientKind.AGENT,
            model,
            List.copyOf(lane.prompt),
            served.output()));
    lane.add(block(served.output()));
  }

  /** The longest conversation that a prompt may go on from. */
  private static @Nullable Lane fitting(List<Lane> lanes, int input) {
    return lanes.stream()
        .filter(lane -> lane.tokens < input)
        .max(Comparator.comparingInt(lane -> lane.tokens))
        .orElse(null);
  }

  private Block block(int tokens) {
    return new Block("r" + Integer.toString(blocks++, 36), tokens);
  }
}
