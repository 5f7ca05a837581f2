package dev.mooring.gateway.translate.chat;

/** Notices when a JSON object or array that comes bit by bit is whole. */
final class JsonEnd {
  private int depth;
  private boolean begun;
  private boolean inString;
  private boolean escaped;

  /** Takes the next bit. */
  void feed(String bit) {
    for (int i = 0; i < bit.length(); i++) {
      char c = bit.charAt(i);
      if (inString) {
        inString(c);
      } else if (c == '"') {
        inString = true;
      } else if (c == '{' || c == '[') {
        depth++;
        begun = true;
      } else if (c == '}' || c == ']') {
        depth--;
      }
    }
  }

  /** Whether it is whole. */
  boolean reached() {
    return begun && depth == 0;
  }

  private void inString(char c) {
    if (escaped) {
      escaped = false;
    } else if (c == '\\') {
      escaped = true;
    } else if (c == '"') {
      inString = false;
    }
  }
}
