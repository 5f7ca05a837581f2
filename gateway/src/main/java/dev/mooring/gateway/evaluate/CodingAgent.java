package dev.mooring.gateway.evaluate;

import java.util.List;
import java.util.function.Supplier;

/**
 * A session of a coding agent: a title, then questions, each a loop of tool calls in which the
 * prompt grows from ten thousand tokens to two hundred; subagents beside it; a compaction where it
 * is full; another model for a question now and then; and idle times between.
 */
final class CodingAgent {
  private static final String SONNET = "claude-sonnet-5";
  private static final String OPUS = "claude-opus-5";
  private static final String HAIKU = "claude-haiku-4-5";
  private static final int FULL = 190_000;
  private static final int OPENING = 2;

  private final Dice dice;
  private final String session;
  private final Block instructions;
  private final Block helpers;
  private final Supplier<String> hashes;
  private final List<Turn> turns;
  private final Conversation main;
  private int subagents;

  /**
   * @param instructions of all agents of its version
   * @param helpers the instructions of their subagents
   */
  CodingAgent(
      Dice dice,
      String session,
      long startMillis,
      Block instructions,
      Block helpers,
      Supplier<String> hashes,
      List<Turn> turns) {
    this.dice = dice;
    this.session = session;
    this.instructions = instructions;
    this.helpers = helpers;
    this.hashes = hashes;
    this.turns = turns;
    this.main = lane("main", startMillis);
  }

  /** Lets the session happen. */
  void plays() {
    String usual = dice.happens(0.25) ? OPUS : SONNET;
    lane("title", main.millis() + 40)
        .opens(new Block("title", 350))
        .hears(dice.skewed(50, 1500))
        .asks(HAIKU, 20);
    main.opens(instructions).hears(dice.skewed(1500, 8000));
    int questions = dice.even(2, 6);
    for (int i = 0; i < questions; i++) {
      boolean other = i > 0 && dice.happens(0.2);
      question(other ? (usual.equals(OPUS) ? SONNET : OPUS) : usual);
      main.waits(1000L * dice.skewed(5, 900));
    }
  }

  private void question(String model) {
    main.hears(dice.skewed(30, 2000));
    int steps = dice.skewed(2, 60);
    for (int i = 0; i < steps; i++) {
      main.asks(model, dice.skewed(80, 900));
      if (i == steps - 1) {
        return;
      }
      if (dice.happens(0.05)) {
        main.waitsUntil(helped(model));
        main.hears(dice.skewed(300, 2000));
      } else {
        main.waits(dice.happens(0.1) ? dice.even(20_000, 90_000) : dice.skewed(300, 8000));
        main.hears(dice.skewed(200, 8000));
      }
      if (main.tokens() > FULL) {
        main.hears(600).asks(model, dice.even(3000, 6000));
        main.compacts(OPENING);
        main.hears(100);
      }
    }
  }

  /** Some subagents at work; when the last is done. */
  private long helped(String model) {
    long done = main.millis();
    int count = dice.even(2, 4);
    for (int i = 0; i < count; i++) {
      Conversation lane = lane("sub" + ++subagents, main.millis() + 25L * i);
      lane.opens(helpers).hears(dice.skewed(300, 2500));
      int steps = dice.even(3, 12);
      for (int step = 0; step < steps; step++) {
        lane.asks(model, dice.skewed(80, 600));
        lane.waits(dice.skewed(300, 5000)).hears(dice.skewed(200, 8000));
      }
      lane.asks(model, dice.skewed(300, 1500));
      done = Math.max(done, lane.millis());
    }
    return done;
  }

  private Conversation lane(String name, long startMillis) {
    return new Conversation(
        session, session + "/" + name, ClientKind.AGENT, startMillis, hashes, turns);
  }
}
