package dev.mooring.gateway.routing;

import dev.mooring.gateway.routing.CoolDownBoard.Notice;
import dev.mooring.gateway.routing.Health.Cause;
import dev.mooring.gateway.routing.Health.Subject;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What operators let drain at run time, beside what the configuration lets drain: such a credential
 * or provider keeps its sessions and takes no new ones. It stands on the board of cool-downs, so
 * that all nodes follow within a second; a node that is alone remembers it until it ends.
 */
public final class Drains {
  private static final String ANY = "*";

  /** As good as for ever. */
  private static final Duration LONG = Duration.ofDays(3_650);

  private volatile CoolDownBoard board = CoolDownBoard.NONE;
  private volatile Set<Subject> drained = Set.of();

  Drains() {}

  void share(CoolDownBoard shared) {
    board = shared;
  }

  /** Takes what stands on the board for what drains; other notices are passed over. */
  void hear(List<Notice> notices) {
    drained =
        notices.stream()
            .filter(Drains::isDrain)
            .map(Notice::subject)
            .collect(Collectors.toUnmodifiableSet());
  }

  static boolean isDrain(Notice notice) {
    return notice.cause() == Cause.DRAINED;
  }

  /** Whether an operator lets all of a provider drain. */
  public boolean has(String provider) {
    return drained.contains(subject(provider, ANY));
  }

  /** Whether an operator lets a credential drain, by itself or with its provider. */
  public boolean has(String provider, String credential) {
    Set<Subject> now = drained;
    return !now.isEmpty()
        && (now.contains(subject(provider, credential)) || now.contains(subject(provider, ANY)));
  }

  /** Lets all of a provider drain, or takes that back. */
  public void set(String provider, boolean drains) {
    set(subject(provider, ANY), drains);
  }

  /** Lets a credential drain, or takes that back. */
  public void set(String provider, String credential, boolean drains) {
    set(subject(provider, credential), drains);
  }

  private synchronized void set(Subject subject, boolean drains) {
    Set<Subject> next = new HashSet<>(drained);
    if (drains) {
      next.add(subject);
      board.report(new Notice(subject, Cause.DRAINED, 0, LONG));
    } else {
      next.remove(subject);
      board.clear(subject);
    }
    drained = Set.copyOf(next);
  }

  private static Subject subject(String provider, String credential) {
    return new Subject(provider, credential, ANY);
  }
}
