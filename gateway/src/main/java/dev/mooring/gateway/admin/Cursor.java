package dev.mooring.gateway.admin;

import dev.mooring.affinity.SessionRecord.Position;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Where a list goes on, as a text that means nothing to whoever carries it. */
final class Cursor {
  /** After all times that a record holds. */
  private static final Instant END = Instant.parse("9999-01-01T00:00:00Z");

  private Cursor() {}

  /** The text of a place. */
  static String of(Position position) {
    String plain = position.time().toEpochMilli() + " " + position.name();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(plain.getBytes(StandardCharsets.UTF_8));
  }

  /** The place of a text; null when it is none of ours. */
  static @Nullable Position read(String text) {
    try {
      String plain = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
      int space = plain.indexOf(' ');
      if (space < 0) {
        return null;
      }
      Instant time = Instant.ofEpochMilli(Long.parseLong(plain.substring(0, space)));
      boolean ours = time.isAfter(Instant.EPOCH) && time.isBefore(END);
      return ours ? new Position(time, plain.substring(space + 1)) : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
