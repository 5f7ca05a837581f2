package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.Message.Role;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature.Family;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes turns of a conversation: neighbours of one role are one turn, the user begins, blank texts
 * and reasoning that Anthropic cannot take back are left out, and each call is answered in the turn
 * after it. What an earlier message becomes never depends on a later one, but for a call that
 * nothing answers.
 */
final class Turns {
  /** Said by the user where a conversation does not begin with the user. */
  private static final String OPENING = "Begin.";

  private final WarningSink warnings;
  private final List<Part> system = new ArrayList<>();
  private final List<Turn> turns = new ArrayList<>();

  private Turns(WarningSink warnings) {
    this.warnings = warnings;
  }

  /** The turns of a conversation. */
  static Turns of(List<Message> messages, WarningSink warnings) {
    Turns turns = new Turns(warnings);
    messages.forEach(turns::message);
    turns.open();
    turns.answerCalls();
    turns.trimEnd();
    return turns;
  }

  /** The texts before the first turn that set the rules. */
  List<Part> system() {
    return system;
  }

  /** The turns. */
  List<Turn> turns() {
    return turns;
  }

  /** Puts a marker on the last part of all, unless it has one. */
  void markEnd(CacheMark mark) {
    List<Part> parts = turns.get(turns.size() - 1).parts();
    int end = parts.size() - 1;
    parts.set(end, Marked.with(parts.get(end), mark));
  }

  private void message(Message message) {
    if (message.role() == Role.SYSTEM) {
      system(message);
      return;
    }
    boolean assistant = message.role() == Role.ASSISTANT;
    List<Part> into = turn(assistant);
    for (Part part : message.parts()) {
      add(into, part, assistant);
    }
    if (into.isEmpty()) {
      turns.remove(turns.size() - 1);
    }
  }

  /** Takes a system message; one within the conversation would change the prompt before it. */
  private void system(Message message) {
    if (turns.isEmpty()) {
      message.parts().forEach(part -> add(system, part, false));
      return;
    }
    warnings.unsupported(
        "messages", "a system message after the conversation began is told by the user");
    List<Part> into = turn(false);
    for (Part part : message.parts()) {
      if (part instanceof Part.Text text && !text.text().isBlank()) {
        add(into, new Part.Text("<system>\n" + text.text() + "\n</system>", text.cache()), false);
      }
    }
    if (into.isEmpty()) {
      turns.remove(turns.size() - 1);
    }
  }

  /** The parts of the turn that a message goes to. */
  private List<Part> turn(boolean assistant) {
    Turn last = turns.isEmpty() ? null : turns.get(turns.size() - 1);
    if (last == null || last.assistant() != assistant) {
      last = new Turn(assistant, new ArrayList<>());
      turns.add(last);
    }
    return last.parts();
  }

  private void add(List<Part> into, Part part, boolean assistant) {
    if (part instanceof Part.Text text) {
      text(into, text.text(), text.cache());
    } else if (part instanceof Part.Refusal refusal) {
      text(into, refusal.text(), null);
    } else if (part instanceof Part.Reasoning reasoning) {
      if (assistant && keeps(reasoning)) {
        into.add(reasoning);
      }
    } else if (part instanceof Part.Media && assistant) {
      warnings.unsupported("messages", "images and files that a model made are left out");
    } else if (!(part instanceof Part.Source)) {
      into.add(part);
    }
  }

  /** Adds a text; a marker on a blank one moves to what is before it. */
  private static void text(List<Part> into, String text, @Nullable CacheMark cache) {
    if (!text.isBlank()) {
      into.add(new Part.Text(text, cache));
    } else if (cache != null && !into.isEmpty()) {
      int last = into.size() - 1;
      into.set(last, Marked.with(into.get(last), cache));
    }
  }

  private boolean keeps(Part.Reasoning reasoning) {
    boolean own =
        reasoning.signature() != null && reasoning.signature().family() == Family.ANTHROPIC;
    if (!own && (reasoning.signature() != null || !reasoning.text().isBlank())) {
      warnings.unsupported("reasoning", "reasoning that Anthropic has not signed is left out");
    }
    return own;
  }

  private void open() {
    if (turns.isEmpty() || turns.get(0).assistant()) {
      warnings.unsupported(
          "messages", "Anthropic's conversations begin with the user, who now says: " + OPENING);
      turns.add(0, new Turn(false, new ArrayList<>(List.of(new Part.Text(OPENING, null)))));
    }
  }

  /** Puts the results of each turn's calls first into the turn after it. */
  private void answerCalls() {
    for (int i = 0; i < turns.size(); i++) {
      Turn turn = turns.get(i);
      if (turn.assistant() && i + 1 == turns.size() && hasCalls(turn)) {
        turns.add(new Turn(false, new ArrayList<>()));
      }
      if (!turn.assistant()) {
        Results.order(turn.parts(), i == 0 ? List.of() : turns.get(i - 1).parts(), warnings);
      }
    }
    turns.removeIf(turn -> turn.parts().isEmpty());
  }

  /** Takes white space off the end of an answer that the model is to go on with. */
  private void trimEnd() {
    Turn last = turns.get(turns.size() - 1);
    int end = last.parts().size() - 1;
    if (last.assistant() && last.parts().get(end) instanceof Part.Text text) {
      last.parts().set(end, new Part.Text(text.text().stripTrailing(), text.cache()));
    }
  }

  private static boolean hasCalls(Turn turn) {
    return turn.parts().stream().anyMatch(Part.ToolCall.class::isInstance);
  }
}
