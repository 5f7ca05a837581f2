package dev.mooring.gateway.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * What an answer says, in whatever format.
 *
 * @param stop {@code end}, {@code calls}, {@code length}, {@code refusal} or {@code other}
 * @param usage all input tokens and all output tokens; empty where they are not told
 * @param error the provider's words, or empty
 */
record Said(
    String text, String reasoning, List<Call> calls, String stop, List<Long> usage, String error) {

  /**
   * A call of one of the caller's tools.
   *
   * @param arguments JSON's null where the recording has them in pieces that only Gemini knows
   */
  record Call(String name, JsonNode arguments) {

    /** Whether it is the same call, as far as both know. */
    static boolean same(Call one, Call other) {
      return one.name.equals(other.name)
          && (one.arguments.isNull() || one.arguments.equals(other.arguments));
    }
  }
}
