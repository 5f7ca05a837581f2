package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.HashedId;

/** The ids of tool calls, of which Anthropic's API takes {@code [a-zA-Z0-9_-]} up to a length. */
final class CallIds {
  private static final int LONGEST = 64;

  private CallIds() {}

  /** The id itself where the API takes it, else one that is made of it. */
  static String fitting(String id) {
    boolean fits = !id.isEmpty() && id.length() <= LONGEST && id.chars().allMatch(CallIds::fits);
    return fits ? id : "call_" + HashedId.of(id, 24);
  }

  private static boolean fits(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }
}
