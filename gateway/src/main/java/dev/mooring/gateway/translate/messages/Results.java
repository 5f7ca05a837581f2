package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Brings the results of tools into the order that Anthropic's API requires. */
final class Results {
  private Results() {}

  /**
   * Makes a user's turn begin with one result for each call of the turn before. A result without a
   * call becomes text; a call without a result gets one that says so.
   *
   * @param turn the parts of the user's turn; changed
   * @param before the parts of the assistant's turn before it
   */
  static void order(List<Part> turn, List<Part> before, WarningSink warnings) {
    Set<String> calls = calls(before);
    if (calls.isEmpty() && turn.stream().noneMatch(Part.ToolResult.class::isInstance)) {
      return;
    }
    List<Part> results = new ArrayList<>();
    List<Part> others = new ArrayList<>();
    Set<String> answered = new HashSet<>();
    for (Part part : turn) {
      if (!(part instanceof Part.ToolResult result)) {
        others.add(part);
      } else if (calls.contains(result.callId()) && answered.add(result.callId())) {
        results.add(result);
      } else {
        warnings.unsupported(
            "messages", "the result of a tool that answers no call is sent as text");
        others.addAll(result.content());
      }
    }
    for (String call : calls) {
      if (!answered.contains(call)) {
        warnings.unsupported("messages", "a call without a result got one that says so");
        Part none = new Part.Text("No result was given.", null);
        results.add(new Part.ToolResult(call, null, List.of(none), true, null));
      }
    }
    turn.clear();
    turn.addAll(results);
    turn.addAll(others);
  }

  private static Set<String> calls(List<Part> parts) {
    Set<String> calls = new LinkedHashSet<>();
    for (Part part : parts) {
      if (part instanceof Part.ToolCall call) {
        calls.add(call.id());
      }
    }
    return calls;
  }
}
