package dev.mooring.gateway.cli;

import dev.mooring.gateway.config.Api;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Plays the demo's conversations, some at a time, and adds up what their answers tell. */
final class DemoRun {
  private static final int AT_A_TIME = 12;

  private final DemoClient client;
  private final Runnable onTurn;
  private final int conversations;
  private final int turns;

  /**
   * @param conversations how many in each API
   * @param turns how many in each conversation
   * @param onTurn called after each
   */
  DemoRun(DemoClient client, int conversations, int turns, Runnable onTurn) {
    this.client = client;
    this.conversations = conversations;
    this.turns = turns;
    this.onTurn = onTurn;
  }

  /** Plays all conversations once; the totals by API. */
  Future<Map<Api, DemoTotals>> play(boolean affinity) {
    Deque<DemoConversation> waiting = new ArrayDeque<>();
    for (int i = 0; i < conversations; i++) {
      for (Api api : Api.spoken()) {
        String mode = affinity ? "with" : "without";
        String id = String.format(Locale.ROOT, "demo-%s-%s-%d", mode, api.configName(), i);
        waiting.add(new DemoConversation(api, id, affinity));
      }
    }
    Map<Api, DemoTotals> totals = new EnumMap<>(Api.class);
    List<Future<Void>> lanes = new ArrayList<>();
    for (int i = 0; i < AT_A_TIME; i++) {
      lanes.add(lane(waiting, totals));
    }
    return Future.all(lanes).map(played -> totals);
  }

  private Future<Void> lane(Deque<DemoConversation> waiting, Map<Api, DemoTotals> totals) {
    DemoConversation next;
    synchronized (waiting) {
      next = waiting.poll();
    }
    if (next == null) {
      return Future.succeededFuture();
    }
    return talk(next, turns, totals).compose(talked -> lane(waiting, totals));
  }

  private Future<Void> talk(DemoConversation conversation, int left, Map<Api, DemoTotals> totals) {
    if (left == 0) {
      return Future.succeededFuture();
    }
    return client
        .turn(conversation)
        .compose(
            turn -> {
              synchronized (totals) {
                DemoTotals before = totals.getOrDefault(conversation.api(), DemoTotals.NONE);
                totals.put(conversation.api(), before.plus(turn));
              }
              onTurn.run();
              return talk(conversation, left - 1, totals);
            });
  }
}
