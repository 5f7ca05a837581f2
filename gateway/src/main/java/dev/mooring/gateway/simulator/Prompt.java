package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.simulator.PromptBlock.Marker;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A prompt as a provider's cache sees it: blocks in the order tools, system, messages, each
 * identified with all that is before it. Cache markers are no part of a block, and a string is a
 * single text block.
 */
final class Prompt {
  private static final String CACHE_CONTROL = "cache_control";

  private final List<PromptBlock> blocks = new ArrayList<>();
  private String prefix = "";

  /** An empty prompt. */
  Prompt() {}

  /** A prompt that goes on where another ended. */
  Prompt(List<PromptBlock> before) {
    blocks.addAll(before);
    prefix = before.isEmpty() ? "" : before.get(before.size() - 1).prefix();
  }

  /** The blocks in order. */
  List<PromptBlock> blocks() {
    return List.copyOf(blocks);
  }

  /** The length of the whole prompt. */
  int tokens() {
    return blocks.stream().mapToInt(PromptBlock::tokens).sum();
  }

  /** Appends tools. */
  void addTools(JsonNode tools) {
    for (JsonNode tool : tools) {
      add("tool", tool);
    }
  }

  /** Appends a string, or each of an array's blocks. */
  void addContent(String role, JsonNode content) {
    if (content.isTextual()) {
      add(role, textBlock(content.textValue()));
      return;
    }
    boolean first = true;
    for (JsonNode block : content) {
      add(first ? role : "", block);
      first = false;
    }
  }

  /** Appends one block. */
  void add(String role, JsonNode block) {
    Marker marker = markerOf(block);
    JsonNode bare = withoutMarkers(block);
    byte[] identity = Json.bytes(bare);
    prefix = digest(prefix + "\n" + role + "\n", identity);
    blocks.add(new PromptBlock(prefix, tokensOf(bare, identity), marker));
  }

  /**
   * Marks the last block, where it has no marker of its own.
   *
   * @param cacheControl what has the {@code ttl}
   */
  void markLast(JsonNode cacheControl) {
    int last = blocks.size() - 1;
    if (last >= 0 && blocks.get(last).marker() == Marker.NONE) {
      PromptBlock block = blocks.get(last);
      blocks.set(last, new PromptBlock(block.prefix(), block.tokens(), lifetime(cacheControl)));
    }
  }

  private static ObjectNode textBlock(String text) {
    return Json.object().put("type", "text").put("text", text);
  }

  private static Marker markerOf(JsonNode block) {
    if (block.path(CACHE_CONTROL).isObject()) {
      return lifetime(block.path(CACHE_CONTROL));
    }
    Marker inner = Marker.NONE;
    if (block.path("content").isArray()) {
      for (JsonNode part : block.path("content")) {
        if (part.path(CACHE_CONTROL).isObject()) {
          inner = lifetime(part.path(CACHE_CONTROL));
        }
      }
    }
    return inner;
  }

  private static Marker lifetime(JsonNode cacheControl) {
    return cacheControl.path("ttl").asText().equals("1h") ? Marker.LONG : Marker.SHORT;
  }

  private static JsonNode withoutMarkers(JsonNode block) {
    if (!block.isObject()) {
      return block;
    }
    ObjectNode bare = block.deepCopy();
    bare.remove(CACHE_CONTROL);
    for (JsonNode part : bare.path("content")) {
      if (part instanceof ObjectNode object) {
        object.remove(CACHE_CONTROL);
      }
    }
    return bare;
  }

  private static int tokensOf(JsonNode bare, byte[] whole) {
    JsonNode text = bare.path("text");
    int bytes =
        text.isTextual() ? text.textValue().getBytes(StandardCharsets.UTF_8).length : whole.length;
    return (bytes + 3) / 4;
  }

  private static String digest(String before, byte[] identity) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      sha.update(before.getBytes(StandardCharsets.UTF_8));
      sha.update(identity);
      return HexFormat.of().formatHex(sha.digest(), 0, 16);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
