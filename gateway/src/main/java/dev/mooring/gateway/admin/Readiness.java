package dev.mooring.gateway.admin;

import dev.mooring.gateway.store.StoreStatus;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Whether the node takes requests: from its start until it drains. A store that does not answer is
 * told, and changes nothing (contract, section 1): a node without it still serves.
 */
public final class Readiness {
  private static final String REDIS_DOWN =
      "it does not answer; sessions are served by the hash of their id, and pins are written when"
          + " it is back";
  private static final String REDIS_REFUSES =
      "it answers, but refuses writes; pins are read, and written when it takes writes again";
  private static final String FILE_DOWN =
      "its file cannot be written; sessions are served from memory, and what changes now is lost"
          + " if the process ends";

  private final Supplier<StoreStatus> store;
  private volatile State state = State.STARTING;

  /** A starting node's. */
  public Readiness(Supplier<StoreStatus> store) {
    this.store = store;
  }

  private enum State {
    STARTING,
    READY,
    DRAINING
  }

  /** Both listeners are there. */
  public void started() {
    state = State.READY;
  }

  /** The node is going down; it takes nothing new. */
  public void draining() {
    state = State.DRAINING;
  }

  /** {@code starting}, {@code ready} or {@code draining}. */
  String state() {
    return state.name().toLowerCase(Locale.ROOT);
  }

  boolean ready() {
    return state == State.READY;
  }

  private static String message(StoreStatus status) {
    if (status.type().equals("memory")) {
      return FILE_DOWN;
    }
    return status.read() ? REDIS_REFUSES : REDIS_DOWN;
  }

  /** What is wrong, a dependency each. */
  String json() {
    StoreStatus status = store.get();
    String check = "\"type\":\"" + status.type() + "\"";
    if (status.downSince() == null) {
      check = "\"status\":\"ok\"," + check;
    } else {
      check =
          "\"status\":\"down\","
              + check
              + ",\"since\":\""
              + status.downSince()
              + "\",\"message\":\""
              + message(status)
              + "\"";
    }
    String name = state.name().toLowerCase(Locale.ROOT);
    return "{\"status\":\"" + name + "\",\"checks\":{\"store\":{" + check + "}}}\n";
  }
}
