package dev.mooring.gateway.provider;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads on which tokens and keys are fetched; there are none while nothing is fetched. */
final class TokenThreads {
  /** Shared by all providers: each credential has at most one fetch at a time. */
  static final ExecutorService POOL =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "mooring-credentials");
            thread.setDaemon(true);
            return thread;
          });

  private TokenThreads() {}
}
