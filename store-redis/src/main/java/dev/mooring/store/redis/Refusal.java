package dev.mooring.store.redis;

import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.RedisReadOnlyException;
import java.util.List;
import java.util.concurrent.CompletionException;

/**
 * Tells a Redis that refuses what it is asked from one that is away. An error is an answer: one
 * whose memory is full, whose disk fails or which is a replica refuses writes, and reads go on.
 */
final class Refusal {
  /**
   * How a Redis begins that says no to everything: a replica without a primary that may not answer
   * from memory, a Cluster with slots that nobody serves, one that does not know us.
   */
  private static final List<String> TO_EVERYTHING =
      List.of("MASTERDOWN", "CLUSTERDOWN", "NOAUTH", "WRONGPASS");

  private Refusal() {}

  /** Whether Redis has answered that it will not; false where it would say so to everything. */
  static boolean is(Throwable failure) {
    Throwable cause = cause(failure);
    return cause instanceof RedisCommandExecutionException
        && !(cause instanceof RedisLoadingException)
        && !(cause instanceof RedisBusyException)
        && TO_EVERYTHING.stream().noneMatch(String.valueOf(cause.getMessage())::startsWith);
  }

  /** Whether a replica says that it is one; before Redis 7 a script wraps what it met. */
  static boolean byReplica(Throwable cause) {
    return cause instanceof RedisReadOnlyException
        || (cause instanceof RedisCommandExecutionException
            && String.valueOf(cause.getMessage()).contains("-READONLY "));
  }

  /** What a call met, without what its stage wraps it in. */
  static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
