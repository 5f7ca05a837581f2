package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/**
 * All that an answer is made of.
 *
 * @param model as the request names it
 * @param request the request's body
 * @param pieces the text, one piece a stream event
 * @param truncated whether the text ends for the request's limit
 * @param reply what else is generated
 * @param use the prompt and its cache
 * @param ids where ids come from
 * @param seal what marks reasoning as this account's own
 */
record Turn(
    String id,
    Instant time,
    String model,
    ObjectNode request,
    List<String> pieces,
    boolean truncated,
    Reply reply,
    CacheUse use,
    IdSource ids,
    String seal) {

  private static final int REASONING_TOKENS = 8;

  /** The whole text. */
  String text() {
    return String.join("", pieces);
  }

  /** The tokens of the reasoning. */
  int reasoningTokens() {
    return reply.reasoning() ? REASONING_TOKENS : 0;
  }

  /** All output tokens. */
  int outputTokens() {
    int calls = reply.toolCalls().stream().mapToInt(c -> 1 + c.arguments().length() / 4).sum();
    return reasoningTokens() + pieces.size() + calls;
  }
}
