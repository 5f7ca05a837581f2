package dev.mooring.gateway.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * How one request came to be served where it was: a line of each stage of its plan, of affinity and
 * of each attempt, in the order in which they happened. Belongs to one request and its event loop.
 *
 * <p>A line costs next to nothing until it is read: its text is made then. What a text is made from
 * must not change after the line was added.
 */
public final class RoutingTrail {
  private final List<Entry> entries = new ArrayList<>(16);
  private String model = "";

  /**
   * A line as it is read.
   *
   * @param model the id of the model that was planned or tried; empty before the first
   * @param stage what left the line, for example {@code only} or {@code affinity}
   * @param text what it did
   */
  public record Line(String model, String stage, String text) {}

  private record Entry(String model, String stage, boolean told, Supplier<String> text) {}

  /** The lines from now on are of this model. */
  public void model(String id) {
    model = id;
  }

  /** Adds a line. */
  public void add(String stage, Supplier<String> text) {
    entries.add(new Entry(model, stage, false, text));
  }

  /**
   * Adds a line that the caller is told, in {@code planningReasoning}: a sentence, with its dot.
   */
  public void tell(String stage, Supplier<String> text) {
    entries.add(new Entry(model, stage, true, text));
  }

  /** All lines. */
  public List<Line> lines() {
    return entries.stream()
        .map(entry -> new Line(entry.model(), entry.stage(), entry.text().get()))
        .toList();
  }

  /** The sentences that the caller is told of a model, with spaces between. */
  public String told(String ofModel) {
    return entries.stream()
        .filter(entry -> entry.told() && entry.model().equals(ofModel))
        .map(entry -> entry.text().get())
        .collect(Collectors.joining(" "));
  }
}
