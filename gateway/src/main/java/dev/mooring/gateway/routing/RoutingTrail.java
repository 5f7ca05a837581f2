package dev.mooring.gateway.routing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * How one request came to be served where it was: a line of each stage of its plan, of affinity and
 * of each attempt, in the order in which they happened. Belongs to one request and its event loop.
 *
 * <p>A line costs next to nothing until it is read: its text is made then. What a text is made from
 * must not change after the line was added.
 */
public final class RoutingTrail {
  private final List<Entry> entries;
  private String model = "";

  /** A trail without a line. */
  public RoutingTrail() {
    this(new ArrayList<>(16));
  }

  private RoutingTrail(List<Entry> entries) {
    this.entries = entries;
  }

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

  /** A trail of the same lines, which gets no more. */
  public RoutingTrail copy() {
    return new RoutingTrail(List.copyOf(entries));
  }

  /** All lines. */
  public List<Line> lines() {
    List<Line> lines = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      lines.add(new Line(entry.model(), entry.stage(), entry.text().get()));
    }
    return lines;
  }

  /** The sentences that the caller is told of a model, with spaces between. */
  public String told(String ofModel) {
    StringBuilder told = new StringBuilder();
    for (Entry entry : entries) {
      if (entry.told() && entry.model().equals(ofModel)) {
        told.append(told.isEmpty() ? "" : " ").append(entry.text().get());
      }
    }
    return told.toString();
  }
}
