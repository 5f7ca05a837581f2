package dev.mooring.gateway.admin;

import dev.mooring.affinity.SessionRecord.Position;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** The parameters that lists of the admin API share. */
final class Parameters {
  private static final int MOST = 500;

  private Parameters() {}

  /**
   * How many entries a page is to have.
   *
   * @return null when the request was refused, since its limit is no number from 1 to 500
   */
  static @Nullable Integer limit(RoutingContext at, int otherwise) {
    String text = at.queryParams().get("limit");
    if (text == null) {
      return otherwise;
    }
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // Told below, like a number out of bounds.
    }
    Answers.refuse(at.response(), 400, "limit: " + text + " (expected: 1 to 500)", "limit");
    return null;
  }

  /**
   * Where a list goes on.
   *
   * @param position null for its beginning
   */
  record Place(@Nullable Position position) {}

  /**
   * Where a list is to go on.
   *
   * @return null when the request was refused, since its cursor is none of ours
   */
  static @Nullable Place cursor(RoutingContext at) {
    String text = at.queryParams().get("cursor");
    if (text == null || text.isEmpty()) {
      return new Place(null);
    }
    Position position = Cursor.read(text);
    if (position == null) {
      Answers.refuse(at.response(), 400, "cursor: take it from next of the page before", "cursor");
      return null;
    }
    return new Place(position);
  }
}
