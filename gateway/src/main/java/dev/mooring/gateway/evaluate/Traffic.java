package dev.mooring.gateway.evaluate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Turns in the order of their starts.
 *
 * @param turns of one lane in the order they follow each other
 */
public record Traffic(List<Turn> turns) {
  /** The traffic of these turns, put in order. */
  static Traffic of(List<Turn> turns) {
    List<Turn> sorted = new ArrayList<>(turns);
    sorted.sort(Comparator.comparing(Turn::start));
    return new Traffic(List.copyOf(sorted));
  }
}
