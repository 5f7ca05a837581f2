package dev.mooring.gateway.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Traffic as a file, a turn a line: {@code {"start": 12.5, "session": "s1", "model":
 * "claude-sonnet-5", "prefix": [{"hash": "ab12", "tokens": 9000}, …], "output": 350}}, with {@code
 * lane} and {@code client} where they are not the usual ones.
 */
public final class TrafficFile {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Pattern HASH = Pattern.compile("[A-Za-z0-9-]{1,16}");
  private static final int MOST_TOKENS = 10_000_000;

  private TrafficFile() {}

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException naming the line and the field at fault
   */
  public static Traffic read(Path file) throws IOException {
    List<Turn> turns = new ArrayList<>();
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).isBlank()) {
        continue;
      }
      try {
        turns.add(turn(MAPPER.readTree(lines.get(i))));
      } catch (JsonProcessingException | IllegalArgumentException wrong) {
        throw new IllegalArgumentException(
            file
                + ":"
                + (i + 1)
                + ": "
                + String.valueOf(wrong.getMessage()).lines().findFirst().orElse(""),
            wrong);
      }
    }
    return Traffic.of(turns);
  }

  /** Writes a file. */
  public static void write(Path file, Traffic traffic) throws IOException {
    Files.write(file, traffic.turns().stream().map(TrafficFile::line).toList());
  }

  private static Turn turn(JsonNode line) {
    String session = text(line, "session");
    if (line.path("prefix").isEmpty()) {
      throw new IllegalArgumentException("prefix: missing (expected: at least one block)");
    }
    List<Block> prompt = new ArrayList<>();
    for (JsonNode block : line.path("prefix")) {
      String hash = text(block, "hash");
      if (!HASH.matcher(hash).matches()) {
        throw new IllegalArgumentException(
            "hash: " + hash + " (expected: 1 to 16 letters, digits and hyphens)");
      }
      prompt.add(new Block(hash, number(block, "tokens")));
    }
    JsonNode start = line.path("start");
    if (!start.isNumber() || start.asDouble() < 0) {
      throw new IllegalArgumentException("start: " + start + " (expected: seconds, from 0 on)");
    }
    return new Turn(
        Duration.ofMillis(Math.round(start.asDouble() * 1000)),
        session,
        session + "/" + line.path("lane").asText("main"),
        client(line.path("client").asText(ClientKind.AGENT.label())),
        World.model(text(line, "model")),
        List.copyOf(prompt),
        number(line, "output"));
  }

  private static ClientKind client(String name) {
    return Arrays.stream(ClientKind.values())
        .filter(kind -> kind.label().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "client: "
                        + name
                        + " (expected: one of "
                        + Arrays.toString(ClientKind.values()).toLowerCase(Locale.ROOT)
                        + ")"));
  }

  private static String text(JsonNode node, String field) {
    String value = node.path(field).asText();
    if (value.isBlank()) {
      throw new IllegalArgumentException(field + ": missing");
    }
    return value;
  }

  private static int number(JsonNode node, String field) {
    JsonNode value = node.path(field);
    if (value.isInt() && value.asInt() > 0 && value.asInt() <= MOST_TOKENS) {
      return value.asInt();
    }
    throw new IllegalArgumentException(
        field + ": " + value + " (expected: a number of tokens, from 1 on)");
  }

  private static String line(Turn turn) {
    ObjectNode line = MAPPER.createObjectNode();
    line.put("start", turn.start().toMillis() / 1000.0).put("session", turn.session());
    line.put("lane", turn.lane().substring(turn.session().length() + 1));
    line.put("client", turn.client().label()).put("model", turn.model());
    var prefix = line.putArray("prefix");
    turn.prompt()
        .forEach(
            block -> prefix.addObject().put("hash", block.hash()).put("tokens", block.tokens()));
    return line.put("output", turn.outputTokens()).toString();
  }
}
