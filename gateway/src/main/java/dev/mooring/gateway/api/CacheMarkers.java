package dev.mooring.gateway.api;

import dev.mooring.affinity.CacheMarker;
import dev.mooring.gateway.api.MarkableMessages.Message;
import dev.mooring.gateway.api.MarkableMessages.Spot;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.MarkerPoint;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cache markers for a body that has none of its own (contract, section 3): they are inserted, and
 * every byte of the caller's stays. A string that is marked becomes the text of a single block,
 * which providers take for the same.
 *
 * <p>Without points there are two. The one on the last message has the whole prompt written. The
 * one on the message before the last user's lets the next request find what this one wrote, however
 * many blocks the answer and the tools' results add in between: providers look back from a marker
 * over some twenty blocks only.
 */
final class CacheMarkers {
  private static final int MOST = 4;

  private final List<Message> messages;
  private final CacheMarking marking;
  private final Set<Spot> spots = new LinkedHashSet<>();

  private CacheMarkers(List<Message> messages, CacheMarking marking) {
    this.messages = messages;
    this.marking = marking;
  }

  /** Adds the insertion of markers to the changes of a body. */
  static void insert(
      Splices splices, Api api, byte[] body, MarkableMessages messages, CacheMarking marking) {
    CacheMarkers markers = new CacheMarkers(messages.inOrder(), marking);
    markers.choose();
    String marker = text(marking);
    for (Spot spot : markers.spots) {
      switch (spot.kind()) {
        case BLOCK -> splices.insert(spot.at(), bytes("," + marker));
        case STRING -> {
          String type = api == Api.RESPONSES ? "input_text" : "text";
          wrap(splices, body, spot, "[{\"type\":\"" + type + "\",\"text\":", marker, "}]");
        }
        case INPUT ->
            wrap(
                splices,
                body,
                spot,
                "[{\"role\":\"user\",\"content\":[{\"type\":\"input_text\",\"text\":",
                marker,
                "}]}]");
      }
    }
  }

  private void choose() {
    if (marking.points().isEmpty()) {
      add(upTo(messages.size() - 1));
      Spot before = upTo(lastUser() - 1);
      add(before == null ? system() : before);
    } else {
      marking.points().forEach(this::add);
    }
    if (marking.anchorItems() > 0 && marking.anchorItems() <= messages.size()) {
      add(upTo(marking.anchorItems() - 1));
    }
  }

  private void add(@Nullable Spot spot) {
    if (spot != null && spots.size() < MOST) {
      spots.add(spot);
    }
  }

  /** Adds the messages that a point names, the newest first. */
  private void add(MarkerPoint point) {
    Integer index = point.index();
    int only = index == null ? -1 : index < 0 ? messages.size() + index : index;
    for (int i = messages.size() - 1; i >= 0; i--) {
      Message message = messages.get(i);
      if ((index == null || i == only) && has(message, point.role())) {
        add(message.spot(marking.marker()));
      }
    }
  }

  private static boolean has(Message message, @Nullable String role) {
    return role == null
        || message.role().equals(role)
        || (isSystem(role) && isSystem(message.role()));
  }

  private static boolean isSystem(String role) {
    return role.equals("system") || role.equals("developer");
  }

  /** The place in a message, or in the nearest one before it that can be marked. */
  private @Nullable Spot upTo(int index) {
    for (int i = index; i >= 0; i--) {
      Spot spot = messages.get(i).spot(marking.marker());
      if (spot != null) {
        return spot;
      }
    }
    return null;
  }

  /** The place in the last system message that can be marked. */
  private @Nullable Spot system() {
    for (int i = messages.size() - 1; i >= 0; i--) {
      Spot spot = messages.get(i).spot(marking.marker());
      if (spot != null && isSystem(messages.get(i).role())) {
        return spot;
      }
    }
    return null;
  }

  /** Where the last user message is; -1 where there is none. */
  private int lastUser() {
    int i = messages.size() - 1;
    while (i >= 0 && !messages.get(i).role().equals("user")) {
      i--;
    }
    return i;
  }

  /** Makes the string at a place the text of a block. */
  private static void wrap(
      Splices splices, byte[] body, Spot spot, String before, String marker, String after) {
    try (JsonCursor json = JsonCursor.of(body, spot.at(), body.length)) {
      splices.insert(spot.at(), bytes(before));
      splices.insert(json.end(), bytes("," + marker + after));
    }
  }

  /** The marker as a member. */
  private static String text(CacheMarking marking) {
    if (marking.marker() == CacheMarker.BREAKPOINT) {
      return "\"prompt_cache_breakpoint\":{\"mode\":\"explicit\"}";
    }
    return marking.oneHour()
        ? "\"cache_control\":{\"type\":\"ephemeral\",\"ttl\":\"1h\"}"
        : "\"cache_control\":{\"type\":\"ephemeral\"}";
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
