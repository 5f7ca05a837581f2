package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.Signature.Family;
import dev.mooring.gateway.translate.model.StopReason;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells the content blocks of an answer, whole ones and those that a stream tells in pieces, as
 * parts. Blocks of tools that Anthropic runs, and of kinds that are not known, are passed over; the
 * call that an answer in JSON was made to be is text.
 *
 * <p>A thinking block with nothing but a seal of Gemini's carries the seal of the call after it.
 */
final class Blocks {
  private final AnswerSink sink;
  private final Map<Integer, Block> open = new HashMap<>(2);
  private final Set<String> pages = new HashSet<>(0);
  private int parts;
  private @Nullable Signature ofNextCall;
  private boolean called;
  private boolean answered;

  /** A block that is being told. */
  private static final class Block {
    final String type;
    boolean answers;
    int part = -1;
    @Nullable Signature seal;

    Block(String type) {
      this.type = type;
    }
  }

  /** Blocks that a sink is told of. */
  Blocks(AnswerSink sink) {
    this.sink = sink;
  }

  /** A block begins, or is all there already. */
  void start(int index, JsonNode json) {
    Block block = new Block(json.path("type").asText());
    open.put(index, block);
    switch (block.type) {
      case "text" -> {
        text(block, json.path("text").asText());
        json.path("citations").forEach(this::citation);
      }
      case "thinking" -> {
        thought(block, json.path("thinking").asText());
        seal(block, json.path("signature"));
      }
      case "redacted_thinking" -> block.seal = Seals.redacted(json.path("data").textValue());
      case "tool_use" -> call(block, json);
      default -> {}
    }
  }

  /** More of a block. */
  void delta(int index, JsonNode json) {
    Block block = open.get(index);
    if (block == null) {
      return;
    }
    switch (json.path("type").asText()) {
      case "text_delta" -> text(block, json.path("text").asText());
      case "thinking_delta" -> thought(block, json.path("thinking").asText());
      case "signature_delta" -> seal(block, json.path("signature"));
      case "input_json_delta" -> input(block, json.path("partial_json").asText());
      case "citations_delta" -> citation(json.path("citation"));
      default -> {}
    }
  }

  /** A block is all there. */
  void stop(int index) {
    Block block = open.remove(index);
    if (block == null) {
      return;
    }
    if (block.seal != null) {
      if (block.part < 0 && block.seal.family() == Family.GOOGLE) {
        flush();
        ofNextCall = block.seal;
        return;
      }
      sink.signature(part(block), block.seal);
    }
    if (block.part >= 0) {
      sink.close(block.part);
    }
  }

  /** The API's words on why it declined, if it did, are the refusal's. */
  void refusal(JsonNode stopDetails) {
    String words = stopDetails.path("explanation").textValue();
    if (words != null && stopDetails.path("type").asText().equals("refusal")) {
      sink.refusal(parts, words);
      sink.close(parts++);
    }
  }

  /** Tells what waits for a block that does not come. */
  void end() {
    Set.copyOf(open.keySet()).forEach(this::stop);
    flush();
  }

  /** Why the answer ended, of what its last event says: an answer in a call's form is no call. */
  StopReason stop(StopReason told) {
    return told == StopReason.TOOL_CALLS && answered && !called ? StopReason.END : told;
  }

  private void text(Block block, String text) {
    if (block.type.equals("text") && !text.isEmpty()) {
      sink.text(part(block), text);
    }
  }

  private void thought(Block block, String text) {
    if (block.type.equals("thinking") && !text.isEmpty()) {
      sink.reasoning(part(block), text);
    }
  }

  private static void seal(Block block, JsonNode signature) {
    Signature seal = Seals.signature(signature.textValue());
    if (block.type.equals("thinking") && seal != null) {
      block.seal = seal;
    }
  }

  private void call(Block block, JsonNode json) {
    Signature seal = ofNextCall;
    ofNextCall = null;
    String name = json.path("name").asText();
    int part = part(block);
    block.answers = name.equals(AnswerShape.TOOL_NAME);
    if (block.answers) {
      answered = true;
    } else {
      called = true;
      sink.toolCall(part, json.path("id").asText(), name, seal);
    }
    JsonNode input = json.path("input");
    if (input.isObject() && !input.isEmpty()) {
      input(block, Json.text(input));
    }
  }

  private void input(Block block, String json) {
    if (!block.type.equals("tool_use") || json.isEmpty()) {
      return;
    }
    if (block.answers) {
      sink.text(block.part, json);
    } else {
      sink.arguments(block.part, json);
    }
  }

  private void citation(JsonNode citation) {
    String url = citation.path("url").textValue();
    if (url != null && pages.add(url)) {
      sink.source(new Part.Source(url, citation.path("title").textValue()));
    }
  }

  /** The number of a block's part, which begins here if it has not. */
  private int part(Block block) {
    if (block.part < 0) {
      flush();
      block.part = parts++;
    }
    return block.part;
  }

  /** Tells a seal that no call came for as reasoning of its own. */
  private void flush() {
    if (ofNextCall != null) {
      sink.signature(parts, ofNextCall);
      sink.close(parts++);
      ofNextCall = null;
    }
  }
}
