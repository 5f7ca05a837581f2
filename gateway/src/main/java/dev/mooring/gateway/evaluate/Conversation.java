package dev.mooring.gateway.evaluate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A conversation of the generator: its prompt so far, and its clock. */
final class Conversation {
  private final String session;
  private final String lane;
  private final ClientKind client;
  private final Supplier<String> hashes;
  private final List<Turn> turns;
  private List<Block> prompt = new ArrayList<>();
  private long millis;

  /**
   * @param hashes gives the next block its hash
   * @param turns where its turns go
   */
  Conversation(
      String session,
      String lane,
      ClientKind client,
      long startMillis,
      Supplier<String> hashes,
      List<Turn> turns) {
    this.session = session;
    this.lane = lane;
    this.client = client;
    this.millis = startMillis;
    this.hashes = hashes;
    this.turns = turns;
  }

  /** The time that it has reached. */
  long millis() {
    return millis;
  }

  /** Time goes by. */
  Conversation waits(long more) {
    millis += more;
    return this;
  }

  /** Waits until another conversation is over. */
  void waitsUntil(long other) {
    millis = Math.max(millis, other);
  }

  /** Appends what others may say as well. */
  Conversation opens(Block block) {
    prompt.add(block);
    return this;
  }

  /** Appends something new, such as a question or what a tool gave. */
  Conversation hears(int tokens) {
    prompt.add(new Block(hashes.get(), tokens));
    return this;
  }

  /** Sends a turn; the answer becomes part of the prompt, and its time passes. */
  Conversation asks(String model, int outputTokens) {
    Turn turn =
        new Turn(
            Duration.ofMillis(millis),
            session,
            lane,
            client,
            model,
            List.copyOf(prompt),
            outputTokens);
    turns.add(turn);
    prompt.add(new Block(hashes.get(), outputTokens));
    millis += World.firstToken(turn.promptTokens() / World.SCALE).toMillis();
    millis += World.generation(outputTokens).toMillis();
    return this;
  }

  /** Goes on from its first blocks and a summary, which the last answer was. */
  void compacts(int kept) {
    Block summary = prompt.get(prompt.size() - 1);
    prompt = new ArrayList<>(prompt.subList(0, kept));
    prompt.add(summary);
  }

  /** The prompt's length. */
  int tokens() {
    return prompt.stream().mapToInt(Block::tokens).sum();
  }
}
