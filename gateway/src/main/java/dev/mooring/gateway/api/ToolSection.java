package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.affinity.ToolSet;
import dev.mooring.gateway.config.Api;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code tools} of a request: where they stand, and, once it was asked for, the set of them
 * that the fingerprint takes. An agent sends the same tools with every turn, and they are often
 * half of its request; so what the last few of them told is remembered by their bytes.
 */
final class ToolSection {
  /** A request without tools. */
  static final ToolSection NONE = new ToolSection(null, new Range(0, 0), null);

  private static final RecentTools RECENT = new RecentTools();

  private final @Nullable ConversationReader told;
  private final Range range;
  private @Nullable ToolSet set;

  /** Tools in a range; what they told is given where it is to be remembered. */
  private ToolSection(@Nullable ConversationReader told, Range range, @Nullable ToolSet set) {
    this.told = told;
    this.range = range;
    this.set = set;
  }

  /** Passes over the value of {@code tools}, and tells a conversation what is in it. */
  static ToolSection read(Api api, JsonCursor json, byte[] body, ConversationReader conversation) {
    int start = json.start();
    if (api == Api.AI_SDK || !json.at(JsonToken.START_ARRAY)) {
      conversation.tools(json);
      return new ToolSection(null, new Range(start, json.end()), null);
    }
    RecentTools.Tools known = RECENT.find(body, start);
    if (known != null) {
      json.skipTo(start + known.json().length);
      conversation.add(known.marked(), known.oneHour(), known.fileIds());
      return new ToolSection(null, new Range(start, json.end()), known.set());
    }
    ConversationReader told = new ConversationReader(api);
    told.tools(json);
    conversation.add(told.marked(), told.oneHour(), told.fileIds());
    return new ToolSection(told, new Range(start, json.end()), null);
  }

  /** The set of the tools; it is made at the first call. */
  ToolSet set(byte[] body, LongStrings strings) {
    ToolSet made = set;
    if (made == null) {
      made = range.length() == 0 ? ToolSet.NONE : ToolReader.read(body, range, strings);
      set = made;
      remember(body, made);
    }
    return made;
  }

  /** Remembers what the tools told. */
  private void remember(byte[] body, ToolSet made) {
    if (told != null && RecentTools.takes(range.length())) {
      byte[] json = Arrays.copyOfRange(body, range.start(), range.end());
      boolean marked = told.marked();
      boolean oneHour = told.oneHour();
      RECENT.add(new RecentTools.Tools(json, made, marked, oneHour, Set.copyOf(told.fileIds())));
    }
  }
}
