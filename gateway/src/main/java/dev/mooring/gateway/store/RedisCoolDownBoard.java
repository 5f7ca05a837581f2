package dev.mooring.gateway.store;

import dev.mooring.gateway.routing.CoolDownBoard;
import dev.mooring.gateway.routing.Health;
import dev.mooring.store.redis.HealthBoard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The board that nodes share in Redis. A notice's reason is its cause and, after a space, how often
 * the subject has gone down.
 */
record RedisCoolDownBoard(HealthBoard board) implements CoolDownBoard {
  private static final Logger LOG = LoggerFactory.getLogger(RedisCoolDownBoard.class);
  private static final Pattern REASON = Pattern.compile("([a-z_]+) (\\d{1,6})");

  /** What stands on the board, without what another version of this program put there. */
  static List<Notice> notices(List<HealthBoard.CoolDown> all) {
    List<Notice> notices = new ArrayList<>(all.size());
    for (HealthBoard.CoolDown each : all) {
      notice(each).ifPresent(notices::add);
    }
    return notices;
  }

  @Override
  public void report(Notice notice) {
    if (notice.remaining().toMillis() <= 0) {
      return;
    }
    String cause = notice.cause().name().toLowerCase(Locale.ROOT);
    String reason = cause + " " + notice.timesDown();
    log(
        board.report(
            new HealthBoard.CoolDown(subject(notice.subject()), reason, notice.remaining())));
  }

  @Override
  public void clear(Health.Subject subject) {
    log(board.clear(subject(subject)));
  }

  @Override
  public CompletionStage<Boolean> tryProbe(Health.Subject subject, Duration lease) {
    return board.tryProbe(subject(subject), lease);
  }

  private static Optional<Notice> notice(HealthBoard.CoolDown told) {
    Matcher reason = REASON.matcher(told.reason());
    if (!reason.matches()) {
      return Optional.empty();
    }
    HealthBoard.Subject subject = told.subject();
    for (Health.Cause cause : Health.Cause.values()) {
      if (cause.name().toLowerCase(Locale.ROOT).equals(reason.group(1))) {
        return Optional.of(
            new Notice(
                new Health.Subject(subject.provider(), subject.credential(), subject.model()),
                cause,
                Integer.parseInt(reason.group(2)),
                told.remaining()));
      }
    }
    return Optional.empty();
  }

  private static HealthBoard.Subject subject(Health.Subject subject) {
    return new HealthBoard.Subject(
        subject.provider(), subject.credential(), subject.upstreamModel());
  }

  private static void log(CompletionStage<Void> told) {
    told.whenComplete(
        (done, failure) -> {
          if (failure != null) {
            LOG.debug("the board could not be told", failure);
          }
        });
  }
}
