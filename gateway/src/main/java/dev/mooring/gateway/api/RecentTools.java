package dev.mooring.gateway.api;

import dev.mooring.affinity.ToolSet;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What the tools of the last requests told, found by their bytes and by nothing less: all of them
 * are compared. Safe for use by several threads.
 */
final class RecentTools {
  private static final int MOST = 32;
  private static final int LEAST_BYTES = 256;
  private static final int MOST_BYTES = 128 * 1024;

  /** What is compared first, from the end: tools that begin alike seldom end alike. */
  private static final int TAIL = 32;

  private final AtomicReferenceArray<@Nullable Tools> recent = new AtomicReferenceArray<>(MOST);
  private final AtomicInteger added = new AtomicInteger();

  /** The tools of a request. */
  static final class Tools {
    private final byte[] json;
    private final boolean marked;
    private final boolean oneHour;
    private final Set<String> fileIds;
    private volatile @Nullable ToolSet set;

    /**
     * Tools that were read.
     *
     * @param json the array of them as it came
     * @param told what was found in them
     */
    Tools(byte[] json, ConversationReader told) {
      this.json = json;
      this.marked = told.marked();
      this.oneHour = told.oneHour();
      this.fileIds = Set.copyOf(told.fileIds());
    }

    /** How many bytes they have. */
    int length() {
      return json.length;
    }

    /** Tells a conversation what is in them. */
    void tell(ConversationReader conversation) {
      conversation.add(marked, oneHour, fileIds);
    }

    /** The set of them; it is made at the first call. */
    ToolSet set() {
      ToolSet made = set;
      if (made == null) {
        made = ToolReader.read(json, new Range(0, json.length), new LongStrings());
        set = made;
      }
      return made;
    }

    /** Whether the same bytes stand at a place. */
    private boolean standAt(byte[] body, int at) {
      int end = at + json.length;
      int tail = json.length - TAIL;
      return end <= body.length
          && Arrays.equals(json, tail, json.length, body, end - TAIL, end)
          && Arrays.equals(json, 0, tail, body, at, end - TAIL);
    }
  }

  /** Whether tools of so many bytes are worth remembering, and small enough. */
  static boolean takes(int bytes) {
    return bytes >= LEAST_BYTES && bytes <= MOST_BYTES;
  }

  /** What the tools at a place of a body told, or null where they are not remembered. */
  @Nullable Tools find(byte[] body, int at) {
    for (int i = 0; i < MOST; i++) {
      Tools tools = recent.get(i);
      if (tools == null) {
        return null;
      }
      if (tools.standAt(body, at)) {
        return tools;
      }
    }
    return null;
  }

  /** Remembers tools; the oldest go. */
  void add(Tools tools) {
    recent.set(Math.floorMod(added.getAndIncrement(), MOST), tools);
  }
}
