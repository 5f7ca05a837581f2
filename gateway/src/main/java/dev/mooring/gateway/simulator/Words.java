package dev.mooring.gateway.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** The text of a simulated model: words drawn by seed and request. */
final class Words {
  private static final List<String> WORDS =
      List.of(
          "harbour", "anchor", "tide", "rope", "quay", "sail", "mast", "keel", "buoy", "chart",
          "naïve", "café", "größer", "日本語", "привет", "señal", "🚢", "crew", "deck", "lantern");

  private Words() {}

  /** So many words, each but the first after a space. */
  static List<String> draw(int count, long seed, byte[] request) {
    SplittableRandom random = new SplittableRandom(seed * 31 + Arrays.hashCode(request));
    List<String> pieces = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String word = WORDS.get(random.nextInt(WORDS.size()));
      pieces.add(i == 0 ? word : " " + word);
    }
    return pieces;
  }

  /** A given text in words. */
  static List<String> split(String text) {
    return List.of(text.split("(?=\\s)", -1));
  }
}
