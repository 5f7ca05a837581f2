package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Api;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The one pass over a request's body that finds what an {@link Envelope} tells. */
final class EnvelopeReader {
  /** The most top-level fields of a body: far more than any API has, so that none fills memory. */
  static final int MOST_FIELDS = 10_000;

  private static final byte[] NOTHING = {'0'};

  private static final Map<String, Long> READ =
      bits(
          "model",
          "stream",
          "stream_options",
          "session_id",
          "prompt_cache_key",
          "metadata",
          "prompt_cache_retention",
          "prompt_cache_options",
          "providerOptions",
          "provider",
          "models",
          "caching",
          "cache_ttl",
          "cache_anchor_items",
          "cache_control",
          "system",
          "instructions",
          "tools",
          "messages",
          "input",
          "max_tokens",
          "max_completion_tokens",
          "max_output_tokens",
          "n",
          "previous_response_id",
          "conversation",
          "prompt");

  private final KnownPrefixes prefixes;
  private byte[] body;
  private JsonCursor json;
  final LongStrings strings;
  ToolSection tools = ToolSection.NONE;
  private long seen;
  final OptionsReader options = new OptionsReader();
  final ConversationReader conversation;
  final List<Member> members = new ArrayList<>();
  private @Nullable String model;
  boolean stream;
  boolean includeUsage;
  boolean dayRetention;
  boolean ownBreakpoints;
  int anchorItems;
  @Nullable String sessionId;
  @Nullable String promptCacheKey;
  @Nullable String metadataUserId;
  @Nullable String previousResponseId;
  @Nullable String conversationId;
  @Nullable Long maxTokens;
  long choices = 1;
  private boolean stored;
  private boolean prompted;

  /** Reads a body from a cursor at its first token. */
  private EnvelopeReader(
      Api api, byte[] body, JsonCursor json, LongStrings strings, KnownPrefixes prefixes) {
    this.prefixes = prefixes;
    this.body = body;
    this.json = json;
    this.strings = strings;
    this.conversation = new ConversationReader(api);
  }

  /** Lets go of the body: what was read of it stays. */
  void release() {
    body = NOTHING;
    json = JsonCursor.of(NOTHING);
  }

  /** Reads a chat request. */
  static EnvelopeReader chat(Api api, byte[] body, KnownPrefixes prefixes) {
    EnvelopeReader reader = read(api, body, prefixes);
    if (!reader.prompted && !(api == Api.RESPONSES && reader.stored)) {
      String field = Envelope.conversationField(api);
      throw new InvalidRequestException(field, field + ": missing");
    }
    return reader;
  }

  /** Reads any request that names a model. */
  static EnvelopeReader read(Api api, byte[] body, KnownPrefixes prefixes) {
    LongStrings strings = new LongStrings();
    try (JsonCursor json = JsonCursor.strict(body, strings)) {
      EnvelopeReader reader = new EnvelopeReader(api, body, json, strings, prefixes);
      reader.object(api);
      if (api == Api.AI_SDK) {
        reader.openAiOptions();
      }
      reader.model();
      return reader;
    }
  }

  /** What the AI SDK has among its options where OpenAI's APIs have fields. */
  private void openAiOptions() {
    promptCacheKey = promptCacheKey == null ? options.promptCacheKey() : promptCacheKey;
    previousResponseId = options.previousResponseId();
    conversationId = options.conversationId();
    ownBreakpoints |= options.marked();
  }

  /** The model asked for. */
  String model() {
    if (model == null || model.isBlank()) {
      throw new InvalidRequestException("model", "model: missing");
    }
    return Objects.requireNonNull(model);
  }

  /** Reads the whole body. */
  private void object(Api api) {
    if (!json.at(JsonToken.START_OBJECT)) {
      throw new InvalidRequestException(null, "the body is not a JSON object");
    }
    while (json.nextName()) {
      int start = json.start();
      String name = json.text();
      requireFirst(name);
      json.next();
      int valueStart = json.start();
      value(api, name);
      if (members.size() == MOST_FIELDS) {
        throw new InvalidRequestException(
            null, "the body has more than " + MOST_FIELDS + " top-level fields");
      }
      members.add(new Member(name, start, new Range(valueStart, json.end())));
    }
    json.finish();
  }

  /** Requires that a name that is read was not there before. */
  private void requireFirst(String name) {
    Long bit = READ.get(name);
    if (bit != null) {
      if ((seen & bit) != 0) {
        throw new InvalidRequestException(name, name + ": more than once");
      }
      seen |= bit;
    }
  }

  /** A bit for each name. */
  private static Map<String, Long> bits(String... names) {
    Map<String, Long> bits = new HashMap<>();
    for (String name : names) {
      bits.put(name, 1L << bits.size());
    }
    return Map.copyOf(bits);
  }

  /** Reads the value of a top-level member. */
  private void value(Api api, String name) {
    switch (name) {
      case "model" -> model = FieldReader.string(json, name);
      case "stream" -> stream = Boolean.TRUE.equals(FieldReader.bool(json, name));
      case "stream_options" -> includeUsage = includesUsage();
      case "session_id" -> sessionId = FieldReader.string(json, name);
      case "prompt_cache_key" -> promptCacheKey = FieldReader.string(json, name);
      case "prompt_cache_retention" -> dayRetention = "24h".equals(json.string());
      case "metadata" -> metadataUserId = json.stringMember("user_id");
      case "providerOptions" -> options.providerOptions(json);
      case "provider" -> options.provider(json);
      case "models" -> options.models(json);
      case "caching" -> options.caching(json);
      case "cache_ttl" -> options.cacheTtl(json);
      case "cache_anchor_items" -> anchorItems = anchorItems();
      case "cache_control" -> conversation.marker(json);
      case "prompt_cache_options" -> ownBreakpoints = "explicit".equals(json.stringMember("mode"));
      case "tools" -> tools = ToolSection.read(api, json, body, conversation);
      case "system" -> system(api);
      case "messages" -> messages(api);
      case "input" -> input(api);
      case "max_tokens", "max_completion_tokens", "max_output_tokens" -> maxTokens();
      case "n" -> choices = Math.max(1, Objects.requireNonNullElse(json.number(), 1L));
      case "previous_response_id" -> stored |= (previousResponseId = json.string()) != null;
      case "conversation" -> stored |= (conversationId = conversationId()) != null;
      case "prompt" -> prompt(api);
      case "maxOutputTokens" -> maxTokens();
      default -> json.skip();
    }
  }

  /** Reads {@code system}, which is Anthropic's. */
  private void system(Api api) {
    if (api == Api.MESSAGES) {
      conversation.system(json);
    } else {
      conversation.other(json);
    }
  }

  /** Reads {@code messages}. */
  private void messages(Api api) {
    if (api == Api.RESPONSES || api == Api.AI_SDK) {
      conversation.other(json);
      return;
    }
    FieldReader.require(json, JsonToken.START_ARRAY, "messages", "an array");
    prompted = true;
    conversation(api);
  }

  /** Reads {@code prompt}: the AI SDK's conversation, or the stored prompt of Responses. */
  private void prompt(Api api) {
    if (api == Api.AI_SDK) {
      FieldReader.require(json, JsonToken.START_ARRAY, "prompt", "an array");
      prompted = true;
      conversation(api);
    } else {
      stored |= !json.at(JsonToken.VALUE_NULL);
      json.skip();
    }
  }

  /** Reads {@code cache_anchor_items}: a positive number, or 0 for anything else. */
  private int anchorItems() {
    Long items = json.at(JsonToken.VALUE_NUMBER_INT) ? json.number() : null;
    json.skip();
    return items == null || items < 1 || items > Integer.MAX_VALUE ? 0 : items.intValue();
  }

  /** Reads {@code input}. */
  private void input(Api api) {
    if (api != Api.RESPONSES || json.at(JsonToken.VALUE_NULL)) {
      conversation.other(json);
      return;
    }
    if (!json.at(JsonToken.VALUE_STRING)) {
      FieldReader.require(json, JsonToken.START_ARRAY, "input", "a string or an array");
    }
    prompted = true;
    conversation(api);
  }

  /** Reads the conversation, under the name that the API has for it. */
  private void conversation(Api api) {
    conversation.add(ConversationSection.read(api, json, body, strings, prefixes));
  }

  /** Reads {@code stream_options}: whether it asks for the usage. */
  private boolean includesUsage() {
    boolean includes = false;
    if (json.enters(JsonToken.START_OBJECT)) {
      while (json.nextField()) {
        if (json.name().equals("include_usage")) {
          includes = json.at(JsonToken.VALUE_TRUE);
        }
        json.skip();
      }
    }
    return includes;
  }

  /** Reads a bound of the answer; of several the largest. */
  private void maxTokens() {
    Long told = json.number();
    if (told != null && told > 0) {
      maxTokens = maxTokens == null ? told : Math.max(told, maxTokens);
    }
  }

  /** Reads {@code conversation}: an id, or an object that has one. */
  private @Nullable String conversationId() {
    return json.at(JsonToken.VALUE_STRING) ? json.text() : json.stringMember("id");
  }
}
