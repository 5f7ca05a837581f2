package dev.mooring.gateway.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a simulated model generates.
 *
 * @param outputTokens the words of the text, one a stream event
 * @param text the text itself; null for one drawn from seed and request
 * @param reasoning whether reasoning comes first, in the API's own form, with a signature or
 *     encrypted where the API does that
 * @param toolCalls calls after the text
 */
public record Reply(
    int outputTokens, @Nullable String text, boolean reasoning, List<ToolCall> toolCalls) {

  /**
   * A tool call.
   *
   * @param arguments a JSON object
   */
  public record ToolCall(String name, String arguments) {}

  /** A text of so many drawn words. */
  public static Reply text(int outputTokens) {
    return new Reply(outputTokens, null, false, List.of());
  }

  /** This very text. */
  public static Reply saying(String text) {
    return new Reply(0, text, false, List.of());
  }

  /** The same with a text of so many drawn words. */
  public Reply withOutputTokens(int count) {
    return new Reply(count, null, reasoning, toolCalls);
  }

  /** The same after reasoning. */
  public Reply withReasoning() {
    return new Reply(outputTokens, text, true, toolCalls);
  }

  /** The same, then a tool call. */
  public Reply withToolCall(String name, String arguments) {
    List<ToolCall> calls = new ArrayList<>(toolCalls);
    calls.add(new ToolCall(name, arguments));
    return new Reply(outputTokens, text, reasoning, List.copyOf(calls));
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "Reply[%d tokens, %d calls]", outputTokens, toolCalls.size());
  }
}
