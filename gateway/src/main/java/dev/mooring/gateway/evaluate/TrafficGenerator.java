package dev.mooring.gateway.evaluate;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes the built-in traffic: coding agents, chats, and programs around shared templates.
 *
 * @param hours over which sessions begin
 * @param agents sessions of coding agents
 * @param chats conversations of chat applications
 * @param templated requests around shared templates
 */
public record TrafficGenerator(double hours, int agents, int chats, int templated) {
  /** What is evaluated unless asked otherwise. */
  public static final TrafficGenerator USUAL = new TrafficGenerator(3, 9, 30, 160);

  /** The same shapes, little of each. */
  public static final TrafficGenerator SMALL = new TrafficGenerator(0.5, 2, 6, 24);

  private static final String GPT = "gpt-5.5";
  private static final String SONNET = "claude-sonnet-5";
  private static final int VERSIONS = 2;
  private static final int APPLICATIONS = 4;
  private static final int TEMPLATES = 4;

  /** The traffic of a seed. */
  public Traffic traffic(long seed) {
    Dice dice = new Dice(seed);
    List<Turn> turns = new ArrayList<>();
    for (int i = 0; i < agents; i++) {
      agent(dice.split(), "agent-" + i, turns);
    }
    for (int i = 0; i < chats; i++) {
      chat(dice.split(), "chat-" + i, turns);
    }
    for (int i = 0; i < templated; i++) {
      templated(dice.split(), "template-" + i, turns);
    }
    return Traffic.of(turns);
  }

  private void agent(Dice dice, String session, List<Turn> turns) {
    int version = dice.even(1, VERSIONS);
    new CodingAgent(
            dice,
            session,
            begins(dice),
            new Block("agent" + version, 9_000 + 2_000 * version),
            new Block("helper" + version, 5_000),
            new Hashes(session),
            turns)
        .plays();
  }

  private void chat(Dice dice, String session, List<Turn> turns) {
    int application = dice.even(1, APPLICATIONS);
    Conversation chat = conversation(dice, session, ClientKind.CHAT, turns);
    chat.opens(new Block("app" + application, 600 * application));
    int length = dice.skewed(2, 20);
    for (int i = 0; i < length; i++) {
      chat.hears(dice.skewed(20, 1500)).asks(GPT, dice.skewed(80, 900));
      chat.waits(1000L * dice.skewed(8, 1200));
    }
  }

  private void templated(Dice dice, String session, List<Turn> turns) {
    int template = dice.even(1, TEMPLATES);
    conversation(dice, session, ClientKind.TEMPLATE, turns)
        .opens(new Block("task" + template, 4_000 * template))
        .hears(dice.skewed(60, 900))
        .asks(template % 2 == 0 ? GPT : SONNET, dice.skewed(40, 400));
  }

  private Conversation conversation(
      Dice dice, String session, ClientKind client, List<Turn> turns) {
    return new Conversation(
        session, session + "/main", client, begins(dice), new Hashes(session), turns);
  }

  private long begins(Dice dice) {
    return dice.even(0, (int) (hours * 3_600_000));
  }
}
