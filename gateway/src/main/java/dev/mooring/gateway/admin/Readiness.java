package dev.mooring.gateway.admin;

/** Whether the node takes requests: from its start until it drains. */
public final class Readiness {
  private volatile State state = State.STARTING;

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

  boolean ready() {
    return state == State.READY;
  }

  /** What is wrong, a dependency each. */
  String json() {
    String name = state.name().toLowerCase(java.util.Locale.ROOT);
    return "{\"status\":\""
        + name
        + "\",\"checks\":{\"store\":{\"status\":\"ok\",\"type\":\"memory\"}}}\n";
  }
}
