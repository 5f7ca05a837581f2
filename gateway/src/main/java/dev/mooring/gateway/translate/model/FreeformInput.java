package dev.mooring.gateway.translate.model;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The bare text in the arguments {@code {"input": text}} of a freeform tool's call, told as the
 * arguments come in. Arguments that are something else are the text themselves, at the end.
 */
public final class FreeformInput {
  /** The schema of a freeform tool's arguments, for formats whose tools all have one. */
  public static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"input\":{\"type\":\"string\"}},"
          + "\"required\":[\"input\"]}";

  private static final String KEY = "input";
  private final StringBuilder arguments = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder escape = new StringBuilder(6);
  private State state = State.OBJECT;
  private int matched;

  /** Nothing has come yet. */
  public FreeformInput() {}

  /** What is to come next. */
  private enum State {
    OBJECT,
    KEY_QUOTE,
    KEY_LETTERS,
    COLON,
    VALUE_QUOTE,
    VALUE,
    AFTER,
    /** Not what freeform arguments look like. */
    OTHER
  }

  /** Whether a tool of a request takes bare text. */
  public static boolean takes(ModelRequest request, String name) {
    for (Tool tool : request.tools()) {
      if (tool instanceof Tool.Function function && function.name().equals(name)) {
        return function.freeform();
      }
    }
    return false;
  }

  /** The arguments that hold a text. */
  public static String arguments(String text) {
    return Json.text(Json.MAPPER.createObjectNode().put(KEY, text));
  }

  /** The text in whole arguments. */
  public static String of(String arguments) {
    JsonNode whole = Json.readOrNull(arguments);
    JsonNode input = whole == null ? null : whole.get(KEY);
    return input != null && input.isTextual() ? input.textValue() : arguments;
  }

  /** Takes more of the arguments; the text that they add. */
  public String add(String delta) {
    arguments.append(delta);
    int before = text.length();
    for (int i = 0; i < delta.length(); i++) {
      take(delta.charAt(i));
    }
    return text.substring(before);
  }

  /** The text that was not told yet, once the arguments are whole. */
  public String end() {
    if (!text.isEmpty() || state == State.AFTER) {
      return "";
    }
    text.append(of(arguments.toString()));
    return text.toString();
  }

  /** All text. */
  public String text() {
    return text.toString();
  }

  private void take(char c) {
    if (state == State.VALUE) {
      value(c);
    } else if (state == State.KEY_LETTERS) {
      key(c);
    } else if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
      structure(c);
    }
  }

  private void structure(char c) {
    state =
        switch (state) {
          case OBJECT -> c == '{' ? State.KEY_QUOTE : State.OTHER;
          case KEY_QUOTE -> c == '"' ? State.KEY_LETTERS : State.OTHER;
          case COLON -> c == ':' ? State.VALUE_QUOTE : State.OTHER;
          case VALUE_QUOTE -> c == '"' ? State.VALUE : State.OTHER;
          case KEY_LETTERS, VALUE, AFTER, OTHER -> state;
        };
  }

  private void key(char c) {
    if (matched == KEY.length()) {
      state = c == '"' ? State.COLON : State.OTHER;
    } else if (KEY.charAt(matched++) != c) {
      state = State.OTHER;
    }
  }

  private void value(char c) {
    if (!escape.isEmpty()) {
      escape.append(c);
      escaped();
    } else if (c == '\\') {
      escape.append(c);
    } else if (c == '"') {
      state = State.AFTER;
    } else {
      text.append(c);
    }
  }

  /** Reads an escape once it is whole. */
  private void escaped() {
    char kind = escape.charAt(1);
    if (kind == 'u' && escape.length() < 6) {
      return;
    }
    text.append(
        switch (kind) {
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          case 'b' -> '\b';
          case 'f' -> '\f';
          case 'u' -> unicode();
          default -> kind;
        });
    escape.setLength(0);
  }

  private char unicode() {
    try {
      return (char) Integer.parseInt(escape, 2, 6, 16);
    } catch (NumberFormatException e) {
      return '\uFFFD';
    }
  }
}
