package dev.mooring.gateway.translate.gemini;

import dev.mooring.gateway.api.MalformedAnswerException;
import java.util.ArrayList;
import java.util.List;

/** The JSON paths of streamed arguments, for example {@code $.steps[0].name}. */
final class JsonPath {
  /** As deep as any JSON is read. */
  private static final int MAX_SEGMENTS = 500;

  private final String path;
  private int at = 1;

  private JsonPath(String path) {
    this.path = path;
  }

  /**
   * The steps of a path: names of members as strings, places in arrays as integers.
   *
   * @throws MalformedAnswerException when it is none, or names the root only
   */
  static List<Object> segments(String path) {
    if (!path.startsWith("$")) {
      throw malformed();
    }
    JsonPath reader = new JsonPath(path);
    List<Object> segments = new ArrayList<>();
    while (reader.at < path.length() && segments.size() < MAX_SEGMENTS) {
      segments.add(reader.segment());
    }
    if (segments.isEmpty() || reader.at < path.length()) {
      throw malformed();
    }
    return segments;
  }

  private Object segment() {
    char c = path.charAt(at++);
    if (c == '.') {
      int from = at;
      while (at < path.length() && path.charAt(at) != '.' && path.charAt(at) != '[') {
        at++;
      }
      return path.substring(from, at);
    }
    if (c != '[' || at == path.length()) {
      throw malformed();
    }
    char first = path.charAt(at);
    return first == '\'' || first == '"' ? quoted(first) : index();
  }

  private String quoted(char quote) {
    StringBuilder name = new StringBuilder();
    at++;
    while (at < path.length() && path.charAt(at) != quote) {
      if (path.charAt(at) == '\\' && at + 1 < path.length()) {
        at++;
      }
      name.append(path.charAt(at++));
    }
    at++;
    bracket();
    return name.toString();
  }

  private Integer index() {
    int from = at;
    while (at < path.length() && Character.isDigit(path.charAt(at))) {
      at++;
    }
    String digits = path.substring(from, at);
    bracket();
    try {
      return Integer.valueOf(digits);
    } catch (NumberFormatException e) {
      throw malformed();
    }
  }

  private void bracket() {
    if (at >= path.length() || path.charAt(at++) != ']') {
      throw malformed();
    }
  }

  private static MalformedAnswerException malformed() {
    return new MalformedAnswerException("the arguments of a call have a path that is none");
  }
}
