package dev.mooring.gateway.routing.rules;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What rules read of a request that many requests have alike.
 *
 * @param user empty where no rule reads it
 * @param headers the values of those that rules read by name, absent ones empty
 * @param tags empty where no rule reads them
 */
record Traits(RuleInput.Settled settled, String user, List<String> headers, List<String> tags) {
  private static final int MOST_CHARACTERS = 2048;

  /** The traits of a request; null where they are too long to be remembered. */
  static @Nullable Traits of(RuleInput input, Shortlist.Reads reads) {
    List<String> headers = new ArrayList<>(reads.headers().size());
    for (String name : reads.headers()) {
      String value = input.headers().first(name);
      headers.add(value == null ? "" : value);
    }
    Traits traits =
        new Traits(
            input.settled(),
            reads.user() ? input.user() : "",
            headers,
            reads.tags() ? input.tags() : List.of());
    return traits.characters() > MOST_CHARACTERS ? null : traits;
  }

  private int characters() {
    int characters = user.length();
    for (String value : headers) {
      characters += value.length();
    }
    for (String tag : tags) {
      characters += tag.length() + 1;
    }
    return characters;
  }
}
