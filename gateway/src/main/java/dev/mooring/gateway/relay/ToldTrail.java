package dev.mooring.gateway.relay;

import dev.mooring.gateway.record.Turn;
import dev.mooring.gateway.routing.RoutingTrail;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a trail, put into words when somebody first reads them, or when the turn has become
 * one of the older ones that are kept. Safe for many threads, since nothing that a line is made of
 * changes.
 */
final class ToldTrail extends AbstractList<Turn.Line> {
  private @Nullable RoutingTrail trail;
  private List<Turn.Line> lines = List.of();

  /** The lines that a trail has now. */
  ToldTrail(RoutingTrail trail) {
    this.trail = trail.copy();
  }

  @Override
  public Turn.Line get(int index) {
    return lines().get(index);
  }

  @Override
  public int size() {
    return lines().size();
  }

  private synchronized List<Turn.Line> lines() {
    RoutingTrail untold = trail;
    if (untold != null) {
      List<Turn.Line> told = new ArrayList<>();
      for (RoutingTrail.Line line : untold.lines()) {
        told.add(new Turn.Line(line.model(), line.stage(), TurnReport.bounded(line.text())));
      }
      lines = told;
      trail = null;
    }
    return lines;
  }
}
