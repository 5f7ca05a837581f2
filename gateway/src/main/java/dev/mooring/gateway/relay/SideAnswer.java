package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.Continuity;
import dev.mooring.gateway.api.JsonAnswer;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.Api;
import org.jspecify.annotations.Nullable;

/**
 * What matters of the answer of a side route, which goes to the caller as it came.
 *
 * @param usage what it tells of its usage; null for nothing
 * @param issued the state of one account that it issues
 */
record SideAnswer(@Nullable Usage usage, Continuity issued) {
  private static final SideAnswer NOTHING = new SideAnswer(null, Continuity.NONE);

  /** Reads an answer; of one that cannot be read nothing matters. */
  static SideAnswer read(Operation operation, byte[] body) {
    if (operation == Operation.COUNT_TOKENS) {
      return NOTHING;
    }
    try {
      JsonAnswer answer =
          JsonAnswer.read(operation == Operation.COMPACT ? Api.RESPONSES : Api.CHAT, body);
      boolean issues = operation == Operation.COMPACT;
      return new SideAnswer(answer.usage(), issues ? answer.issued() : Continuity.NONE);
    } catch (MalformedAnswerException e) {
      return NOTHING;
    }
  }
}
