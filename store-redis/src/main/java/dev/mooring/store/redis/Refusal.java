package dev.mooring.store.redis;

import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisLoadingException;
import java.util.concurrent.CompletionException;

/**
 * Tells a Redis that refuses what it is asked from one that is away. An error is an answer: one
 * whose memory is full, whose disk fails or which is a replica refuses writes, and reads go on.
 */
final class Refusal {
  /** What a replica says to everything while it has no primary and may not answer from memory. */
  private static final String NO_PRIMARY = "MASTERDOWN";

  private Refusal() {}

  /** Whether Redis has answered that it will not; false where it would say so to everything. */
  static boolean is(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return cause instanceof RedisCommandExecutionException
        && !(cause instanceof RedisLoadingException)
        && !(cause instanceof RedisBusyException)
        && !String.valueOf(cause.getMessage()).startsWith(NO_PRIMARY);
  }
}
