package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Api;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Walks through system, tools, messages and input once, and notes cache markers and where some can
 * be put, file ids, encrypted reasoning and thinking signatures. Values that are the caller's own
 * data (arguments, schemas, texts) are passed over, so that nothing in them counts. Shapes that an
 * API would refuse are passed over too: the provider judges them.
 */
final class ConversationReader {
  /** What the ids of OpenAI's files begin with, and no base64 does. */
  private static final String FILE = "file-";

  private final Api api;
  private final Set<String> fileIds = new LinkedHashSet<>();
  private final NewestValues encrypted = new NewestValues();
  private final NewestValues signatures = new NewestValues();
  private MarkableMessages markable;
  private boolean marked;
  private boolean oneHour;
  private @Nullable Range firstState;

  /** Reads a request of an API. */
  ConversationReader(Api api) {
    this.api = api;
    this.markable = new MarkableMessages(api);
  }

  /** Reads a conversation from the end of a prefix on. */
  ConversationReader(Api api, KnownPrefix prefix) {
    this.api = api;
    this.markable = new MarkableMessages(api, prefix.markable());
    this.marked = prefix.marked();
    this.oneHour = prefix.oneHour();
    this.firstState = prefix.firstState();
    fileIds.addAll(prefix.fileIds());
    encrypted.addAll(prefix.encrypted());
    signatures.addAll(prefix.signatures());
  }

  /** Reads the value of the API's own {@code messages}, {@code input} or {@code prompt}. */
  void conversation(JsonCursor json) {
    if (json.at(JsonToken.VALUE_STRING)) {
      markable.input(json);
    }
    list(json, 0);
  }

  /** Reads the element of a conversation that the cursor is at. */
  void message(JsonCursor json) {
    if (json.enters(JsonToken.START_OBJECT)) {
      node(json, 0);
    }
  }

  /** Reads a conversation that is none in this API: nothing is marked there. */
  void other(JsonCursor json) {
    MarkableMessages own = markable;
    markable = new MarkableMessages(api);
    list(json, 0);
    markable = own;
  }

  /** Reads the value of {@code system}. */
  void system(JsonCursor json) {
    markable.begins();
    content(json, 0);
    markable.endsSystem();
  }

  /** Reads the value of {@code tools}. */
  void tools(JsonCursor json) {
    if (!json.enters(JsonToken.START_ARRAY)) {
      return;
    }
    while (json.nextElement()) {
      if (json.enters(JsonToken.START_OBJECT)) {
        tool(json);
      }
    }
  }

  /** Takes what the API's own conversation told, which was read apart. */
  void add(ConversationReader own) {
    add(own.marked, own.oneHour, own.fileIds);
    firstState = firstState == null ? own.firstState : firstState;
    encrypted.addAll(own.encrypted.ranges());
    signatures.addAll(own.signatures.ranges());
    markable.follow(own.markable);
  }

  /** Takes what tools told that were read apart. */
  void add(boolean toolsMarked, boolean toolsOneHour, Set<String> toolFileIds) {
    marked |= toolsMarked;
    oneHour |= toolsOneHour;
    fileIds.addAll(toolFileIds);
  }

  /** Reads the value of a cache marker; null is none. */
  void marker(JsonCursor json) {
    marked |= json.at(JsonToken.START_OBJECT);
    oneHour |= CacheControl.asksOneHour(json);
  }

  /** Whether the caller has marked what to cache. */
  boolean marked() {
    return marked;
  }

  /** Where it can be marked. */
  MarkableMessages markable() {
    return markable;
  }

  /** Whether a cache marker asks for one hour. */
  boolean oneHour() {
    return oneHour;
  }

  /** The ids of uploaded files, in their order. */
  Set<String> fileIds() {
    return fileIds;
  }

  /** The newest encrypted contents. */
  NewestValues encrypted() {
    return encrypted;
  }

  /** The newest thinking signatures. */
  NewestValues signatures() {
    return signatures;
  }

  /** The first item of state of one account that can be stripped; null where there is none. */
  @Nullable Range firstState() {
    return firstState;
  }

  /** Reads the nodes of an array. */
  private void list(JsonCursor json, int depth) {
    if (!json.enters(JsonToken.START_ARRAY)) {
      return;
    }
    while (json.nextElement()) {
      if (json.enters(JsonToken.START_OBJECT)) {
        node(json, depth);
      }
    }
  }

  /** Reads a content, which is a string or a list of blocks. */
  private void content(JsonCursor json, int depth) {
    if (depth == 0) {
      markable.blocks();
      if (json.at(JsonToken.VALUE_STRING)) {
        markable.string(json);
      }
    }
    list(json, depth + 1);
  }

  /** A message or item (depth 0), a block of its content (1), or a block of a block's (2 on). */
  private void node(JsonCursor json, int depth) {
    String type = "";
    String role = "";
    boolean says = false;
    boolean keyed = false;
    Range secret = null;
    int start = json.start();
    if (depth == 0) {
      markable.begins();
    }
    while (json.nextField()) {
      switch (json.name()) {
        case "type" -> type = orEmpty(json.string());
        case "role" -> role = orEmpty(json.string());
        case "text" -> says = says(json);
        case "cache_control", "prompt_cache_breakpoint", "cachePoint" -> {
          keyed = true;
          marker(json);
        }
        case "content" -> content(json, depth);
        case "output" -> output(json, depth);
        case "tool_calls" -> list(json, depth + 2);
        case "source", "file" -> source(json, depth);
        case "file_id" -> fileId(json);
        case "fileId" -> uploaded(json);
        case SealReader.OPTIONS -> options(json);
        case "data" -> secret = data(json, secret);
        case "encrypted_content", "signature" -> secret = stringRange(json, secret);
        default -> json.skip();
      }
    }
    if (note(type, secret, depth) && firstState == null) {
      firstState = new Range(start, json.end());
    }
    if (depth == 0) {
      markable.ends(role, json.start());
    } else if (depth == 1 && !keyed) {
      markable.block(type, says, json.start());
    }
  }

  /** Passes over a text; whether it is one and not blank. */
  private static boolean says(JsonCursor json) {
    boolean says = json.at(JsonToken.VALUE_STRING) && !json.blank();
    json.skip();
    return says;
  }

  /** Notes what a node carries that only its account can read; whether it can be stripped. */
  private boolean note(String type, @Nullable Range secret, int depth) {
    if (api == Api.RESPONSES && depth == 0 && secret != null && isEncrypted(type)) {
      encrypted.add(secret);
      return type.equals(StateStripper.REASONING);
    }
    if (api == Api.MESSAGES && depth == 1 && StateStripper.isThinking(type)) {
      if (secret != null) {
        signatures.add(secret);
      }
      return true;
    }
    return api == Api.AI_SDK && depth == 1 && type.equals(StateStripper.REASONING);
  }

  /** Reads the options that an AI SDK provider has for a node: markers, and seals on reasoning. */
  private void options(JsonCursor json) {
    if (api == Api.AI_SDK) {
      SealReader.read(
          json,
          value -> signatures.add(value.range()),
          value -> encrypted.add(value.range()),
          this::marker);
    } else {
      json.skip();
    }
  }

  /** Reads what a tool gave; the AI SDK has it in an object. */
  private void output(JsonCursor json, int depth) {
    if (api != Api.AI_SDK) {
      list(json, depth + 2);
      return;
    }
    if (json.enters(JsonToken.START_OBJECT)) {
      while (json.nextField()) {
        switch (json.name()) {
          case "value" -> list(json, depth + 2);
          case SealReader.OPTIONS -> options(json);
          default -> json.skip();
        }
      }
    }
  }

  /** Reads {@code data}: thinking, or, of the AI SDK, a file, which may be an uploaded one. */
  private @Nullable Range data(JsonCursor json, @Nullable Range before) {
    if (api != Api.AI_SDK) {
      return stringRange(json, before);
    }
    if (json.at(JsonToken.VALUE_STRING) && json.beginning(FILE.length()).startsWith(FILE)) {
      fileId(json);
    }
    json.objectMember("reference", this::fileIds);
    return before;
  }

  /** Reads the id of an uploaded file as the AI SDK has it: a string, or one by provider. */
  private void uploaded(JsonCursor json) {
    if (api != Api.AI_SDK) {
      json.skip();
    } else if (json.at(JsonToken.VALUE_STRING)) {
      fileId(json);
    } else if (json.enters(JsonToken.START_OBJECT)) {
      fileIds(json);
    }
  }

  private void fileIds(JsonCursor json) {
    while (json.nextField()) {
      fileId(json);
    }
  }

  /** Whether an item of Responses may carry state that only its account can read. */
  static boolean isEncrypted(String type) {
    return type.equals(StateStripper.REASONING) || type.equals("compaction");
  }

  /** Reads where a block's image or document comes from. */
  private void source(JsonCursor json, int depth) {
    if (!json.enters(JsonToken.START_OBJECT)) {
      return;
    }
    while (json.nextField()) {
      switch (json.name()) {
        case "file_id" -> fileId(json);
        case "content" -> list(json, depth + 1);
        default -> json.skip();
      }
    }
  }

  /** Reads the tool that the cursor is at. */
  private void tool(JsonCursor json) {
    while (json.nextField()) {
      switch (json.name()) {
        case "cache_control", "prompt_cache_breakpoint", "cachePoint" -> marker(json);
        case SealReader.OPTIONS -> options(json);
        case "function" -> function(json);
        case "container" -> container(json);
        default -> json.skip();
      }
    }
  }

  /** Reads the function of a tool, which some clients mark in place of the tool. */
  private void function(JsonCursor json) {
    if (json.enters(JsonToken.START_OBJECT)) {
      while (json.nextField()) {
        if (json.name().equals("cache_control")) {
          marker(json);
        } else {
          json.skip();
        }
      }
    }
  }

  /** Reads the container of a code interpreter, which has files. */
  private void container(JsonCursor json) {
    if (!json.enters(JsonToken.START_OBJECT)) {
      return;
    }
    while (json.nextField()) {
      if (json.name().equals("file_ids") && json.at(JsonToken.START_ARRAY)) {
        while (json.nextElement()) {
          fileId(json);
        }
      } else {
        json.skip();
      }
    }
  }

  /** Notes the id of an uploaded file. */
  private void fileId(JsonCursor json) {
    String id = json.string();
    if (id != null && !id.isEmpty()) {
      fileIds.add(id);
    }
  }

  /** Passes over a value; its range where it is a string that is not empty, else the one before. */
  private static @Nullable Range stringRange(JsonCursor json, @Nullable Range before) {
    if (!json.at(JsonToken.VALUE_STRING)) {
      json.skip();
      return before;
    }
    Range range = json.range();
    return range.length() > 2 ? range : before;
  }

  /** The text, or an empty one. */
  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
