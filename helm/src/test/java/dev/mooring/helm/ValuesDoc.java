package dev.mooring.helm;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The documented values of {@code values.yaml}: keys under a comment that begins with two dashes.
 */
final class ValuesDoc {
  private static final Pattern COMMENT = Pattern.compile("( *)# -- (.+)");
  private static final Pattern KEY = Pattern.compile("( *)([A-Za-z][A-Za-z0-9]*):(?: (.*))?");

  private ValuesDoc() {}

  /**
   * One row of the table.
   *
   * @param path the value's path, such as {@code image.tag}
   * @param shown its default as it is written, {@code (see values.yaml)} for one of several lines
   */
  record Row(String path, String shown, String text) {
    /** The row in Markdown. */
    String markdown() {
      return "| `"
          + path
          + "` | "
          + shown.replace("|", "\\|")
          + " | "
          + text.replace("|", "\\|")
          + " |";
    }
  }

  /** The rows of a file, in its order. */
  static List<Row> rows(String yaml) {
    List<Row> rows = new ArrayList<>();
    Deque<String> path = new ArrayDeque<>();
    String comment = "";
    for (String line : yaml.split("\n", -1)) {
      Matcher documented = COMMENT.matcher(line);
      Matcher key = KEY.matcher(line);
      if (documented.matches()) {
        comment = documented.group(2);
      } else if (key.matches() && key.group(1).length() <= 2 * path.size()) {
        while (path.size() > key.group(1).length() / 2) {
          path.removeLast();
        }
        path.addLast(key.group(2));
        if (!comment.isEmpty()) {
          rows.add(new Row(String.join(".", path), shown(key.group(3)), comment));
          comment = "";
        }
      }
    }
    return rows;
  }

  /** The table in Markdown. */
  static String table(String yaml) {
    StringBuilder table = new StringBuilder("| value | default | |\n|---|---|---|\n");
    rows(yaml).forEach(row -> table.append(row.markdown()).append('\n'));
    return table.toString();
  }

  private static String shown(@org.jspecify.annotations.Nullable String written) {
    return written == null ? "(see values.yaml)" : "`" + written + "`";
  }
}
