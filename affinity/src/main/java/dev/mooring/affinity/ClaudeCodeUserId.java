package dev.mooring.affinity;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the session out of Claude Code's {@code metadata.user_id} in both of its syntaxes: {@code
 * user_<64 hex>_account_<uuid or nothing>_session_<uuid>}, and a JSON object with a member {@code
 * session_id}. Anything else names no session.
 */
final class ClaudeCodeUserId {
  private static final Pattern UNDERSCORED =
      Pattern.compile(
          "user_[0-9a-fA-F]{64}_account_(?:[0-9a-fA-F-]{36})?_session_([0-9a-fA-F-]{36})");
  private static final String MEMBER = "session_id";
  private static final char END = '\0';

  private final String text;
  private int at;

  private ClaudeCodeUserId(String text) {
    this.text = text;
  }

  /** The session that the value names, or null when it names none or is malformed. */
  static @Nullable String session(String userId) {
    String value = userId.strip();
    if (value.startsWith("{")) {
      return new ClaudeCodeUserId(value).member();
    }
    Matcher matcher = UNDERSCORED.matcher(value);
    return matcher.matches() ? matcher.group(1) : null;
  }

  /** Walks the object's members to its end; null as soon as it is no JSON object. */
  private @Nullable String member() {
    String found = null;
    at = 1;
    if (next() == '}') {
      return null;
    }
    while (true) {
      String name = string();
      if (name == null || !skip(':')) {
        return null;
      }
      String value = next() == '"' ? string() : otherValue();
      if (value == null) {
        return null;
      }
      if (name.equals(MEMBER)) {
        found = value;
      }
      if (skip(',')) {
        continue;
      }
      return skip('}') && at == text.length() ? found : null;
    }
  }

  /** Passes over a value that is no string; an empty string stands for it, null for none. */
  private @Nullable String otherValue() {
    int start = at;
    int depth = 0;
    for (char c = next(); c != END; c = next()) {
      if (depth == 0 && (c == ',' || c == '}')) {
        return at > start ? "" : null;
      }
      if (c == '"') {
        if (string() == null) {
          return null;
        }
        continue;
      }
      if (c == '{' || c == '[') {
        depth++;
      }
      if (c == '}' || c == ']') {
        depth--;
      }
      if (depth < 0) {
        return null;
      }
      at++;
    }
    return null;
  }

  /** Reads a string from its opening quote, or gives null where there is no whole one. */
  private @Nullable String string() {
    if (!skip('"')) {
      return null;
    }
    StringBuilder value = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return value.toString();
      }
      if (c != '\\') {
        value.append(c);
        continue;
      }
      int unescaped = escape();
      if (unescaped < 0) {
        return null;
      }
      value.append((char) unescaped);
    }
    return null;
  }

  /** Reads what follows a backslash; negative where it is no escape of JSON. */
  private int escape() {
    if (at == text.length()) {
      return -1;
    }
    char c = text.charAt(at++);
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> hexEscape();
      default -> -1;
    };
  }

  private int hexEscape() {
    if (at + 4 > text.length()) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(text.charAt(at++), 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  private boolean skip(char expected) {
    if (next() != expected) {
      return false;
    }
    at++;
    return true;
  }

  /** The next character that is no white space, without passing it. */
  private char next() {
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : END;
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }
}
