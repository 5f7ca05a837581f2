package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Api;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Cuts what only one account or provider can read out of a conversation: encrypted reasoning items
 * of Responses, thinking blocks of Messages, reasoning parts of the AI SDK (contract, section 5,
 * "Hard continuity").
 */
final class StateStripper {
  static final String REASONING = "reasoning";

  /** All items. */
  static final int ALL = Integer.MAX_VALUE;

  private final Splices splices;
  private final int most;
  private final List<Range> items = new ArrayList<>();

  /**
   * Cuts by adding to the changes of a text.
   *
   * @param most so many of the first items are cut, at most
   */
  StateStripper(Splices splices, int most) {
    this.splices = splices;
    this.most = most;
  }

  /** The items that were found, cut or not. */
  List<Range> items() {
    return items;
  }

  /** Notes an item; whether it is one of those that are cut. */
  private boolean goes(Range item) {
    items.add(item);
    return items.size() <= most;
  }

  /** Whether a content block of Messages is thinking. */
  static boolean isThinking(String type) {
    return type.equals("thinking") || type.equals("redacted_thinking");
  }

  /** Cuts the state out of the {@code messages} or {@code input} that stands in a range. */
  void strip(Api api, byte[] body, Range conversation) {
    try (JsonCursor json = JsonCursor.of(body, conversation.start(), conversation.end())) {
      if (!json.enters(JsonToken.START_ARRAY)) {
        return;
      }
      Elements elements = new Elements();
      while (json.nextElement()) {
        int start = json.start();
        boolean whole =
            api == Api.RESPONSES
                ? isEncryptedReasoning(json) && goes(new Range(start, json.end()))
                : losesAll(api, json);
        elements.add(new Range(start, json.end()), whole);
      }
      splices.cut(elements.all, elements.gone);
    }
  }

  /** Passes over an item; whether it is encrypted reasoning. */
  private static boolean isEncryptedReasoning(JsonCursor json) {
    boolean reasoning = false;
    boolean encrypted = false;
    if (json.enters(JsonToken.START_OBJECT)) {
      while (json.nextField()) {
        switch (json.name()) {
          case "type" -> reasoning = REASONING.equals(json.string());
          case "encrypted_content" -> {
            String content = json.string();
            encrypted = content != null && !content.isEmpty();
          }
          default -> json.skip();
        }
      }
    }
    return reasoning && encrypted;
  }

  /** Cuts the thinking out of a message; whether nothing but thinking was in it. */
  private boolean losesAll(Api api, JsonCursor json) {
    Elements content = new Elements();
    if (json.enters(JsonToken.START_OBJECT)) {
      while (json.nextField()) {
        if (json.name().equals("content")) {
          content = blocks(api, json);
        } else {
          json.skip();
        }
      }
    }
    if (content.gone.isEmpty()) {
      return false;
    }
    if (content.gone.cardinality() == content.all.size()) {
      return true;
    }
    splices.cut(content.all, content.gone);
    return false;
  }

  /** Reads the blocks of a content; thinking goes. */
  private Elements blocks(Api api, JsonCursor json) {
    Elements blocks = new Elements();
    if (json.enters(JsonToken.START_ARRAY)) {
      while (json.nextElement()) {
        int start = json.start();
        String type = json.stringMember("type");
        boolean thinking =
            type != null && (api == Api.AI_SDK ? type.equals(REASONING) : isThinking(type));
        Range block = new Range(start, json.end());
        blocks.add(block, thinking && goes(block));
      }
    }
    return blocks;
  }

  /** The elements of an array, and which of them go. */
  private static final class Elements {
    private final List<Range> all = new ArrayList<>();
    private final BitSet gone = new BitSet();

    /** Adds an element. */
    private void add(Range element, boolean goes) {
      gone.set(all.size(), goes);
      all.add(element);
    }
  }
}
