package dev.mooring.gateway.evaluate;

import java.time.Duration;
import java.util.List;

/**
 * A request of a conversation, without its text.
 *
 * @param start when it is sent, counted from the traffic's beginning, unless the turn before it in
 *     its lane takes longer
 * @param session whose it is
 * @param lane the conversation within the session: its turns follow each other; lanes run beside
 *     each other
 * @param model the model asked for
 * @param prompt the whole prompt, the first block its instructions; at least one
 * @param outputTokens the length of the answer
 */
public record Turn(
    Duration start,
    String session,
    String lane,
    ClientKind client,
    String model,
    List<Block> prompt,
    int outputTokens) {

  /** The prompt's length. */
  int promptTokens() {
    return prompt.stream().mapToInt(Block::tokens).sum();
  }
}
