package dev.mooring.gateway.routing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists of names in which {@code *} stands for any characters. */
final class Globs {
  private Globs() {}

  /** Whether a list allows a name; an absent list allows all, an empty one nothing. */
  static boolean allow(@Nullable List<String> globs, String name) {
    if (globs == null) {
      return true;
    }
    for (String glob : globs) {
      if (matches(glob, name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a glob covers the whole of a name. */
  static boolean matches(String glob, String name) {
    int g = 0;
    int n = 0;
    int star = -1;
    int mark = 0;
    while (n < name.length()) {
      if (g < glob.length() && glob.charAt(g) == '*') {
        star = g++;
        mark = n;
      } else if (g < glob.length() && glob.charAt(g) == name.charAt(n)) {
        g++;
        n++;
      } else if (star >= 0) {
        g = star + 1;
        n = ++mark;
      } else {
        return false;
      }
    }
    while (g < glob.length() && glob.charAt(g) == '*') {
      g++;
    }
    return g == glob.length();
  }
}
