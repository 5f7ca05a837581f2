package dev.mooring.gateway.relay;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes of requests' bodies are in memory at once, and how many may be: past that a body
 * is refused, so that there is memory for the requests that are served. Safe for use by several
 * threads.
 */
public final class HeldBodies {
  private final long mostBytes;
  private final AtomicLong held = new AtomicLong();

  /**
   * Holds none.
   *
   * @param mostBytes what bodies may take together
   */
  public HeldBodies(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** What bodies may take together, in bytes. */
  public long mostBytes() {
    return mostBytes;
  }

  /** The part of a request, which takes nothing yet. */
  public Share share() {
    return new Share();
  }

  /** What bodies take together, in bytes. */
  public long bytes() {
    return held.get();
  }

  /** What the body of one request takes. It has to be released, once or more often. */
  public final class Share {
    private long bytes;
    private boolean released;

    private Share() {}

    /**
     * Takes more, or gives some back.
     *
     * @param wanted what the body takes from now on, in bytes
     * @return false where that is too much for all, or the request is over; nothing changes then
     */
    public synchronized boolean takes(long wanted) {
      long more = wanted - bytes;
      if (released) {
        return false;
      }
      if (held.addAndGet(more) > mostBytes && more > 0) {
        held.addAndGet(-more);
        return false;
      }
      bytes = wanted;
      return true;
    }

    /** The body is let go, or the request is over. */
    public synchronized void release() {
      if (!released) {
        released = true;
        held.addAndGet(-bytes);
      }
    }
  }
}
