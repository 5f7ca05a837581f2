package dev.mooring.gateway.api;

import dev.mooring.affinity.CacheMarker;
import dev.mooring.gateway.config.Api;
import java.util.ArrayList;
import java.util.Arrays;
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

  private static final int NONE = -1;

  /** The roles that are told apart; the first is any other, or none. */
  private static final List<String> ROLES =
      List.of("", "system", "developer", "user", "assistant", "tool");

  private static final int SYSTEM = 1;
  private static final int DEVELOPER = 2;
  private static final int USER = 3;
  private static final List<Spot.Kind> KINDS = List.of(Spot.Kind.values());

  /** The numbers of a message: its two spots or {@link #NONE}, their kind, and its role. */
  private static final int NUMBERS = 4;

  private final Api api;
  private int[] messages;
  private int size;
  private @Nullable Message system;
  private boolean open;
  private Spot.Kind kind = Spot.Kind.BLOCK;
  private int control = NONE;
  private int breakpoint = NONE;

  MarkableMessages(Api api) {
    this(api, new int[8 * NUMBERS], 0);
  }

  /** Goes on from the first messages of a conversation, as {@link #first} gave them. */
  MarkableMessages(Api api, int[] first) {
    this(api, Arrays.copyOf(first, first.length + 8 * NUMBERS), first.length / NUMBERS);
  }

  private MarkableMessages(Api api, int[] messages, int size) {
    this.api = api;
    this.messages = messages;
    this.size = size;
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
    if (size > MOST) {
      return List.of();
    }
    List<Message> all = new ArrayList<>(size + 1);
    if (system != null) {
      all.add(system);
    }
    for (int at = 0; at < size * NUMBERS; at += NUMBERS) {
      Spot.Kind kindThere = KINDS.get(messages[at + 2]);
      Spot controlThere = spot(messages[at], kindThere);
      Spot breakpointThere = spot(messages[at + 1], kindThere);
      all.add(new Message(ROLES.get(messages[at + 3]), controlThere, breakpointThere));
    }
    return all;
  }

  private static @Nullable Spot spot(int at, Spot.Kind kind) {
    return at == NONE ? null : new Spot(at, kind);
  }

  /** How many messages were read; at most one more than {@link #MOST}. */
  int size() {
    return size;
  }

  /** The first so many messages. */
  int[] first(int count) {
    return Arrays.copyOf(messages, count * NUMBERS);
  }

  /** The messages are those of another reading from here on; the system prompt stays. */
  void follow(MarkableMessages own) {
    messages = own.messages;
    size = own.size;
  }

  /** A message begins. */
  void begins() {
    open = true;
    blocks();
  }

  /** Its content is the string that the cursor is at. */
  void string(JsonCursor json) {
    if (open) {
      kind = Spot.Kind.STRING;
      control = json.blank() ? NONE : json.start();
      breakpoint = control;
    }
  }

  /** Its content begins, which is a list of blocks. */
  void blocks() {
    kind = Spot.Kind.BLOCK;
    control = NONE;
    breakpoint = NONE;
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
    control = takesControl(type) ? end : control;
    breakpoint = takesBreakpoint(type) ? end : breakpoint;
  }

  /**
   * It was read. The AI SDK's messages are marked as a whole: their system messages hold no blocks.
   *
   * @param end its closing brace
   */
  void ends(String role, int end) {
    open = false;
    if (api == Api.AI_SDK) {
      kind = Spot.Kind.BLOCK;
      control = end;
      breakpoint = end;
    }
    int known = Math.max(0, ROLES.indexOf(role));
    boolean input = known == SYSTEM || known == DEVELOPER || known == USER;
    boolean takesBreakpoint = input && api != Api.MESSAGES;
    boolean takesControl =
        switch (api) {
          case MESSAGES, AI_SDK -> true;
          case CHAT -> known != 0;
          case RESPONSES -> input;
        };
    add(takesControl ? control : NONE, takesBreakpoint ? breakpoint : NONE, known);
  }

  private void add(int controlThere, int breakpointThere, int role) {
    if (size > MOST) {
      return;
    }
    int at = size * NUMBERS;
    if (at == messages.length) {
      messages = Arrays.copyOf(messages, 2 * at);
    }
    messages[at] = controlThere;
    messages[at + 1] = breakpointThere;
    messages[at + 2] = KINDS.indexOf(kind);
    messages[at + 3] = role;
    size++;
  }

  /** What was read was the system prompt. */
  void endsSystem() {
    open = false;
    system = new Message(ROLES.get(SYSTEM), spot(control, kind), null);
  }

  /** The whole input is the string that the cursor is at. */
  void input(JsonCursor json) {
    kind = Spot.Kind.INPUT;
    int spot = json.blank() ? NONE : json.start();
    add(spot, spot, USER);
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
}
