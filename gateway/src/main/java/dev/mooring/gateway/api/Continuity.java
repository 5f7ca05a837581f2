package dev.mooring.gateway.api;

import java.util.List;

/**
 * The state of one account that a request leans on, or that an answer issued. Ids appear as
 * SHA-256, 64 lower-case hex characters.
 *
 * @param fixed {@code previous_response_id}, {@code conversation} and uploaded file ids: never
 *     moved
 * @param encryptedReasoning the newest encrypted reasoning items: stay in their cache scope while
 *     that can serve
 * @param signatures the newest thinking signatures: stay with their provider while that can serve
 */
public record Continuity(
    List<String> fixed, List<String> encryptedReasoning, List<String> signatures) {

  /** Leans on nothing. */
  public static final Continuity NONE = new Continuity(List.of(), List.of(), List.of());
}
