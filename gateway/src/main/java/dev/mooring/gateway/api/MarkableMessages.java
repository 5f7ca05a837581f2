package dev.mooring.gateway.api;

import dev.mooring.affinity.CacheMarker;
import dev.mooring.gateway.config.Api;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the messages of a conversation can be marked for a cache, collected while they are read: of
 * each, its last block that can be. Empty texts and thinking cannot; a string stands for one text.
 */
final class MarkableMessages {
  /**
   * Past so many messages nothing is marked: no prompt has them, and they would fill the memory.
   */
  static final int MOST = 100_000;

  private final Api api;
  private final List<Message> messages = new ArrayList<>();
  private @Nullable Message system;
  private boolean open;
  private @Nullable Spot control;
  private @Nullable Spot breakpoint;

  MarkableMessages(Api api) {
    this.api = api;
  }

  /**
   * A place to mark.
   *
   * @param at where a string begins, or the closing brace of a block
   */
  record Spot(int at, Kind kind) {
    enum Kind {
      BLOCK,
      /** A message's content. */
      STRING,
      /** All of {@code input}. */
      INPUT
    }
  }

  /**
   * A message, or an item that is none.
   *
   * @param role empty for an item without
   */
  record Message(String role, @Nullable Spot control, @Nullable Spot breakpoint) {
    /** Where it takes a marker; null where it takes none. */
    @Nullable Spot spot(CacheMarker marker) {
      return marker == CacheMarker.CACHE_CONTROL ? control : breakpoint;
    }
  }

  /** The messages in order, the system prompt first; none where there are too many. */
  List<Message> inOrder() {
    if (messages.size() > MOST) {
      return List.of();
    }
    if (system == null) {
      return messages;
    }
    List<Message> all = new ArrayList<>(messages.size() + 1);
    all.add(system);
    all.addAll(messages);
    return all;
  }

  /** A message begins. */
  void begins() {
    open = true;
    control = null;
    breakpoint = null;
  }

  /** Its content is the string that the cursor is at. */
  void string(JsonCursor json) {
    if (open) {
      Spot spot = json.blank() ? null : new Spot(json.start(), Spot.Kind.STRING);
      control = spot;
      breakpoint = spot;
    }
  }

  /** Its content begins, which is a list of blocks. */
  void blocks() {
    control = null;
    breakpoint = null;
  }

  /**
   * A block of its content was read.
   *
   * @param says whether it has a text that is not blank
   * @param end its closing brace
   */
  void block(String type, boolean says, int end) {
    if (!open || (!says && isText(type))) {
      return;
    }
    Spot spot = new Spot(end, Spot.Kind.BLOCK);
    control = takesControl(type) ? spot : control;
    breakpoint = takesBreakpoint(type) ? spot : breakpoint;
  }

  /**
   * It was read. The AI SDK's messages are marked as a whole: their system messages hold no blocks.
   *
   * @param end its closing brace
   */
  void ends(String role, int end) {
    open = false;
    if (api == Api.AI_SDK) {
      control = new Spot(end, Spot.Kind.BLOCK);
      breakpoint = control;
    }
    if (messages.size() <= MOST) {
      messages.add(message(known(role)));
    }
  }

  /** The message that was read, under a role that is known. */
  private Message message(String role) {
    boolean input = role.equals("user") || role.equals("system") || role.equals("developer");
    return switch (api) {
      case MESSAGES -> new Message(role, control, null);
      case CHAT -> new Message(role, role.isEmpty() ? null : control, input ? breakpoint : null);
      case RESPONSES -> new Message(role, input ? control : null, input ? breakpoint : null);
      case AI_SDK -> new Message(role, control, input ? breakpoint : null);
    };
  }

  /** What was read was the system prompt. */
  void endsSystem() {
    open = false;
    system = new Message("system", control, null);
  }

  /** The whole input is the string that the cursor is at. */
  void input(JsonCursor json) {
    Spot spot = json.blank() ? null : new Spot(json.start(), Spot.Kind.INPUT);
    messages.add(new Message("user", spot, spot));
  }

  private boolean takesControl(String type) {
    return switch (api) {
      case MESSAGES -> isMarkableBlock(type);
      case CHAT -> type.equals("text");
      case RESPONSES -> type.equals("input_text");
      case AI_SDK -> false;
    };
  }

  private static boolean isText(String type) {
    return type.equals("text") || type.equals("input_text");
  }

  private static boolean isMarkableBlock(String type) {
    return switch (type) {
      case "text", "image", "document", "tool_use", "tool_result", "search_result" -> true;
      default -> false;
    };
  }

  private boolean takesBreakpoint(String type) {
    return switch (api) {
      case MESSAGES, AI_SDK -> false;
      case CHAT -> type.equals("text") || type.equals("image_url") || type.equals("file");
      case RESPONSES ->
          type.equals("input_text") || type.equals("input_image") || type.equals("input_file");
    };
  }

  /** One of the roles' own constants, so that a long conversation holds no text for each. */
  private static String known(String role) {
    return switch (role) {
      case "system" -> "system";
      case "developer" -> "developer";
      case "user" -> "user";
      case "assistant" -> "assistant";
      case "tool" -> "tool";
      default -> "";
    };
  }
}
