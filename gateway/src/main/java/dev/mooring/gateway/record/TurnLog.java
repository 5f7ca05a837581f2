package dev.mooring.gateway.record;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * A line of the log for each turn: what became of it, and its trail. In JSON its parts are fields
 * besides. Holds nothing that was said, no secret, and what a provider said of an error neither:
 * some repeat the prompt.
 */
public final class TurnLog implements Consumer<Turn> {
  /** The name of the logger, whose lines are written by a thread of their own. */
  static final String NAME = "mooring.turns";

  private static final Logger LOG = LoggerFactory.getLogger(NAME);

  /** What may begin another line, or steer a terminal. */
  private static final Pattern BREAKS = Pattern.compile("[\\p{Cc}\\u2028\\u2029]");

  private final BooleanSupplier wanted;

  /**
   * A log of turns.
   *
   * @param wanted whether lines are written now
   */
  public TurnLog(BooleanSupplier wanted) {
    this.wanted = wanted;
  }

  @Override
  public void accept(Turn turn) {
    if (!wanted.getAsBoolean() || !LOG.isInfoEnabled()) {
      return;
    }
    LoggingEventBuilder line =
        LOG.atInfo()
            .addKeyValue("request", turn.requestId())
            .addKeyValue("api", turn.api())
            .addKeyValue("model", turn.model())
            .addKeyValue("status", turn.status())
            .addKeyValue("latency_ms", turn.latency().toMillis())
            .addKeyValue("team", turn.who().team())
            .addKeyValue("session", turn.who().session());
    if (turn.who().sessionId() != null) {
      line = line.addKeyValue("session_id", turn.who().sessionId());
    }
    Turn.Served served = turn.served();
    if (served != null) {
      line =
          line.addKeyValue("provider", served.provider())
              .addKeyValue("credential", served.credential())
              .addKeyValue("reason", served.reason());
    }
    if (turn.affinity() != null) {
      line = line.addKeyValue("affinity", turn.affinity().outcome());
    }
    line.log(text(turn));
  }

  /** The turn in one line. */
  static String text(Turn turn) {
    String session = turn.who().sessionId();
    StringBuilder text = new StringBuilder(512);
    text.append(turn.requestId())
        .append(' ')
        .append(oneLine(turn.model()))
        .append(' ')
        .append(turn.status())
        .append(" in ")
        .append(turn.latency().toMillis())
        .append(" ms, session ")
        .append(session == null ? turn.who().session() : oneLine(session));
    Turn.Served served = turn.served();
    if (served != null) {
      text.append(", ")
          .append(served.provider())
          .append('/')
          .append(served.credential())
          .append(" (")
          .append(served.reason())
          .append(')');
    }
    for (Turn.Line line : turn.trail()) {
      text.append(" | ").append(line.stage()).append(": ").append(oneLine(line.text()));
    }
    return text.toString();
  }

  /** A text that may hold a caller's words, without what would begin another line. */
  private static String oneLine(String text) {
    return BREAKS.matcher(text).replaceAll(" ");
  }
}
