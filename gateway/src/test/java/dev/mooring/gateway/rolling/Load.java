package dev.mooring.gateway.rolling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What clients do all the time: streams, as many in flight at once as there are threads for them,
 * and sessions that have a turn now and then. What goes wrong is kept.
 */
final class Load implements AutoCloseable {
  private static final String STREAM =
      """
      {"model":"m","stream":true,"messages":[{"role":"user","content":"a story, please: %d"}]}""";
  private static final String TURN =
      """
      {"model":"m","messages":[{"role":"user","content":"turn %d"}]%s}""";

  /** The first turn of every other session asks for the provider that the routing puts last. */
  private static final String ORDERED = ",\"providerOptions\":{\"gateway\":{\"order\":[\"last\"]}}";

  private final List<Integer> ports;
  private final int sessions;
  private final List<Thread> threads = new ArrayList<>();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final Map<String, Set<String>> providers = new ConcurrentHashMap<>();
  private final AtomicInteger streamsDone = new AtomicInteger();
  private final AtomicInteger turnsDone = new AtomicInteger();
  private volatile boolean over;

  private Load(List<Integer> ports, int sessions) {
    this.ports = List.copyOf(ports);
    this.sessions = sessions;
  }

  /**
   * Begins: so many streams at a time, so many sessions whose turns so many threads take. A session
   * has one thread, so its next turn never begins before the one before has ended: only then must
   * it find what that one left.
   *
   * @param ports where the clients go, in turn; a session's turns go to all of them
   */
  static Load on(List<Integer> ports, int streams, int sessions, int turnThreads) {
    Load load = new Load(ports, sessions);
    for (int i = 0; i < streams; i++) {
      int port = load.port(i);
      load.run("stream-" + i, () -> load.stream(port));
    }
    for (int i = 0; i < turnThreads; i++) {
      AtomicInteger session = new AtomicInteger(i);
      load.run("turns-" + i, () -> load.turn(session.getAndUpdate(number -> number + turnThreads)));
    }
    return load;
  }

  /** Streams that ended. */
  int streamsDone() {
    return streamsDone.get();
  }

  /** Turns that ended. */
  int turnsDone() {
    return turnsDone.get();
  }

  /** What went wrong so far. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  /** The providers that served each session. */
  Map<String, Set<String>> providers() {
    return providers;
  }

  @Override
  public void close() {
    over = true;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void run(String name, Runnable step) {
    Thread thread =
        new Thread(
            () -> {
              while (!over) {
                step.run();
              }
            },
            name);
    threads.add(thread);
    thread.start();
  }

  private int port(int number) {
    return ports.get(number % ports.size());
  }

  private void stream(int port) {
    int number = streamsDone.get();
    Exchange answer =
        Exchange.post(
            port,
            "/v1/chat/completions",
            "x-session-id: " + Thread.currentThread().getName() + "-" + number,
            STREAM.formatted(number));
    if (answer.status() != 200
        || !answer.body().stripTrailing().endsWith("data: [DONE]")
        || answer.body().contains("\"error\"")) {
      failures.add(Thread.currentThread().getName() + ": " + answer);
    }
    streamsDone.incrementAndGet();
  }

  private void turn(int number) {
    String session = "session-" + number % sessions;
    boolean ordered = number < sessions && number % 2 == 0;
    Exchange answer =
        Exchange.post(
            port(number + number / sessions),
            "/v1/chat/completions",
            "x-session-id: " + session,
            TURN.formatted(number, ordered ? ORDERED : ""));
    if (answer.status() != 200) {
      failures.add(session + ": " + answer);
    } else {
      providers
          .computeIfAbsent(session, unused -> ConcurrentHashMap.newKeySet())
          .add(String.valueOf(answer.headers().get("x-mooring-provider")));
    }
    turnsDone.incrementAndGet();
  }
}
