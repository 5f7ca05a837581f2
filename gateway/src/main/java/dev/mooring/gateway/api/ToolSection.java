package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.affinity.ToolSet;
import dev.mooring.gateway.config.Api;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The {@code tools} of a request: where they stand, and, once it was asked for, the set of them
 * that the fingerprint takes. An agent sends the same tools with every turn, and they are often
 * half of its request; so what the last few of them told is remembered by their bytes.
 */
final class ToolSection {
  /** A request without tools. */
  static final ToolSection NONE = new ToolSection(new Range(0, 0), null);

  private static final RecentTools RECENT = new RecentTools();

  private final Range range;
  private final RecentTools.@Nullable Tools remembered;
  private @Nullable ToolSet set;

  private ToolSection(Range range, RecentTools.@Nullable Tools remembered) {
    this.range = range;
    this.remembered = remembered;
  }

  /** Passes over the value of {@code tools}, and tells a conversation what is in it. */
  static ToolSection read(Api api, JsonCursor json, byte[] body, ConversationReader conversation) {
    int start = json.start();
    if (api == Api.AI_SDK || !json.at(JsonToken.START_ARRAY)) {
      conversation.tools(json);
      return new ToolSection(new Range(start, json.end()), null);
    }
    RecentTools.Tools tools = RECENT.find(body, start);
    if (tools == null) {
      ConversationReader told = new ConversationReader(api);
      told.tools(json);
      conversation.add(told.marked(), told.oneHour(), told.fileIds());
      tools = remember(body, new Range(start, json.end()), told);
    } else {
      json.skipTo(start + tools.length());
      tools.tell(conversation);
    }
    return new ToolSection(new Range(start, json.end()), tools);
  }

  /** Remembers tools, where they are worth it. */
  private static RecentTools.@Nullable Tools remember(
      byte[] body, Range range, ConversationReader told) {
    if (!RecentTools.takes(range.length())) {
      return null;
    }
    byte[] json = Arrays.copyOfRange(body, range.start(), range.end());
    RecentTools.Tools tools = new RecentTools.Tools(json, told);
    RECENT.add(tools);
    return tools;
  }

  /** The set of the tools; it is made at the first call. */
  ToolSet set(byte[] body, LongStrings strings) {
    if (remembered != null) {
      return remembered.set();
    }
    ToolSet made = set;
    if (made == null) {
      made = range.length() == 0 ? ToolSet.NONE : ToolReader.read(body, range, strings);
      set = made;
    }
    return made;
  }
}
