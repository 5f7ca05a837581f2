package dev.mooring.gateway.evaluate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The findings as an SVG picture: for each script of faults a line, on it a dot for each policy at
 * the share of the oracle's cached tokens that it got.
 */
public final class Chart {
  private static final int WIDTH = 760;
  private static final int LEFT = 130;
  private static final int RIGHT = 30;
  private static final int TOP = 84;
  private static final int LINE = 34;
  private static final int TICKS = 5;
  private static final int LEGEND_GAP = 36;
  private static final int LEGEND_LETTER = 7;

  private Chart() {}

  /** The picture. */
  public static String of(Findings findings) {
    Set<String> names = new LinkedHashSet<>();
    findings.rows().forEach(row -> names.add(row.faults()));
    List<String> scripts = new ArrayList<>(names);
    double least = findings.rows().stream().mapToDouble(Findings.Row::share).min().orElse(0);
    double from = Math.floor(least * 20 - 0.2) / 20;
    int bottom = TOP + LINE * scripts.size();
    StringBuilder svg = new StringBuilder();
    add(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"13\">",
        WIDTH,
        bottom + 40);
    add(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>");
    text(svg, 14, 26, "start", "#111111", "Share of the oracle's cached tokens");
    legend(svg);
    for (int i = 0; i <= TICKS; i++) {
      double share = from + (1 - from) * i / TICKS;
      double x = x(share, from);
      add(
          svg,
          "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#dddddd\"/>",
          x,
          TOP - 10,
          x,
          bottom);
      text(svg, x, bottom + 20, "middle", "#555555", percent(share));
    }
    for (Findings.Row row : findings.rows()) {
      int y = TOP + LINE * scripts.indexOf(row.faults()) + LINE / 2;
      if (row.policy() == Policy.OFF) {
        text(svg, LEFT - 12, y + 4, "end", "#111111", row.faults());
      }
      dot(svg, x(Math.min(1, row.share()), from), y, row.policy());
    }
    return svg.append("</svg>\n").toString();
  }

  private static void legend(StringBuilder svg) {
    int x = 20;
    for (Policy policy : Policy.values()) {
      dot(svg, x, 50, policy);
      text(svg, x + 12, 54, "start", "#333333", policy.words());
      x += LEGEND_GAP + LEGEND_LETTER * policy.words().length();
    }
  }

  /** A dot; a ring around it for what the gateway ships with. */
  private static void dot(StringBuilder svg, double x, double y, Policy policy) {
    if (policy == Policy.DEFAULT) {
      add(
          svg,
          "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"8\" fill=\"none\" stroke=\"%s\" stroke-width=\"3\"/>",
          x,
          y,
          colour(policy));
    } else {
      add(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\"/>", x, y, colour(policy));
    }
  }

  private static String colour(Policy policy) {
    return switch (policy) {
      case OFF -> "#b0413e";
      case PROVIDER -> "#c98a1b";
      case CREDENTIAL -> "#4a7fb5";
      case WAIT -> "#7a5ba6";
      case DEFAULT -> "#1f8a5b";
    };
  }

  private static double x(double share, double from) {
    return LEFT + (WIDTH - LEFT - RIGHT) * (share - from) / (1 - from);
  }

  private static void text(
      StringBuilder svg, double x, double y, String anchor, String colour, String words) {
    String escaped = words.replace("&", "&amp;").replace("<", "&lt;");
    add(
        svg,
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>",
        x,
        y,
        anchor,
        colour,
        escaped);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * share);
  }

  private static void add(StringBuilder svg, String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
