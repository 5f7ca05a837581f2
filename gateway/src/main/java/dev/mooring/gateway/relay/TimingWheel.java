package dev.mooring.gateway.relay;

import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deadlines in real time: to set one or to call it off is a few writes to fields, however many
 * there are. Each runs within {@value #TICK_MILLIS} ms after it is due. The wheel turns only while
 * there is something in it.
 */
final class TimingWheel implements Deadlines {
  private static final Logger LOG = LoggerFactory.getLogger(TimingWheel.class);
  private static final int TICK_MILLIS = 10;
  private static final int SLOTS = 512;

  private final Vertx vertx;
  private final Deadline[] slots = new Deadline[SLOTS];
  private final long origin = System.nanoTime();
  private long turned;
  private int size;
  private boolean turning;

  /** An empty wheel; to be used on one event loop. */
  TimingWheel(Vertx vertx) {
    this.vertx = vertx;
    for (int i = 0; i < SLOTS; i++) {
      slots[i] = new Deadline();
    }
  }

  /** What is to happen at some time unless it is called off: a link of a slot's ring. */
  static class Deadline {
    private Deadline next = this;
    private Deadline previous = this;
    private long tick;

    /** It is due. */
    void due() {}

    /** Whether it stands in the wheel. */
    final boolean waits() {
      return next != this;
    }

    private void unlink() {
      previous.next = next;
      next.previous = previous;
      next = this;
      previous = this;
    }
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void set(LazyTimer timer, long nanoTime) {
    if (!turning) {
      turned = tickOf(System.nanoTime());
      turnLater();
    }
    Deadline deadline = timer;
    deadline.tick = Math.max(turned, tickOf(nanoTime)) + 1;
    Deadline slot = slots[(int) (deadline.tick % SLOTS)];
    deadline.previous = slot.previous;
    deadline.next = slot;
    slot.previous.next = deadline;
    slot.previous = deadline;
    size++;
  }

  @Override
  public void callOff(LazyTimer timer) {
    takeOut(timer);
  }

  private void takeOut(Deadline deadline) {
    if (deadline.waits()) {
      deadline.unlink();
      size--;
    }
  }

  /** How many deadlines are set. */
  int size() {
    return size;
  }

  private void turnLater() {
    turning = true;
    vertx.setTimer(TICK_MILLIS, unused -> turn());
  }

  private long tickOf(long nanoTime) {
    return TimeUnit.NANOSECONDS.toMillis(nanoTime - origin) / TICK_MILLIS;
  }

  /** Runs what has become due. */
  private void turn() {
    long now = tickOf(System.nanoTime());
    long first = Math.max(turned + 1, now - SLOTS + 1);
    turned = now;
    Deadline due = new Deadline();
    for (long tick = first; tick <= now; tick++) {
      collect(slots[(int) (tick % SLOTS)], now, due);
    }
    while (due.waits()) {
      run(due.next);
    }
    turning = false;
    if (size > 0) {
      turnLater();
    }
  }

  /** Moves what is due from a slot to a ring of its own, where it can still be called off. */
  private static void collect(Deadline slot, long now, Deadline into) {
    Deadline each = slot.next;
    while (each != slot) {
      Deadline following = each.next;
      if (each.tick <= now) {
        each.unlink();
        each.previous = into.previous;
        each.next = into;
        into.previous.next = each;
        into.previous = each;
      }
      each = following;
    }
  }

  private void run(Deadline deadline) {
    takeOut(deadline);
    try {
      deadline.due();
    } catch (Throwable e) { // the other timers of the loop must go on whatever happens
      LOG.error("a time-out met a fault of the gateway", e);
    }
  }
}
