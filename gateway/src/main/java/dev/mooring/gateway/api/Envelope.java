package dev.mooring.gateway.api;

import dev.mooring.affinity.PromptSize;
import dev.mooring.affinity.Sha256;
import dev.mooring.gateway.config.Api;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a request's body says to the gateway, found in one pass, and the body itself, which goes on
 * byte for byte but for the splices of {@link #upstreamBody} (contract, sections 3 to 5). May be
 * handed from one thread to another, but not used by two at a time.
 */
public final class Envelope {
  private static final Set<String> PROMPT =
      Set.of("system", "instructions", "tools", "messages", "input");
  private static final Set<String> AI_SDK_PROMPT = Set.of("prompt", "tools");

  /** All items of state that can be stripped. */
  public static final int ALL_STATE = StateStripper.ALL;

  /** A bound that keeps products of two numbers of a caller's within a long. */
  private static final long MANY = 1L << 30;

  /** What the conversations of the last requests told. */
  private static final KnownPrefixes PREFIXES =
      new KnownPrefixes(Runtime.getRuntime().maxMemory() / 32);

  private final @Nullable Api api;
  private byte @Nullable [] body;
  private final EnvelopeReader read;
  private final GatewayOptions options;
  private final Continuity continuity;
  private final int callerVersion;
  private @Nullable Printed printed;
  private @Nullable Long opening;
  private long charged = -1;

  /** The envelope of a body that was read. */
  private Envelope(@Nullable Api api, byte[] body, EnvelopeReader read) {
    this(api, body, read, 0);
  }

  private Envelope(@Nullable Api api, byte[] body, EnvelopeReader read, int callerVersion) {
    this.callerVersion = callerVersion;
    this.api = api;
    this.body = body;
    this.read = read;
    this.options = read.options.options();
    this.continuity = carried(body, read);
  }

  /** A team's fingerprint of the conversation. */
  private record Printed(String team, String fingerprint) {}

  /**
   * Reads a chat request, or one of its API's side routes ({@code count_tokens}, {@code compact}).
   *
   * @param body UTF-8 JSON, at most 512 levels deep; a byte order mark is dropped
   * @throws InvalidRequestException when the body is no JSON object, repeats a top-level key that
   *     is read here, lacks the model or the conversation, or a field has the wrong type
   */
  public static Envelope read(Api api, byte[] body) {
    return read(api, body, PREFIXES);
  }

  /** Reads a chat request with what is known of conversations. */
  static Envelope read(Api api, byte[] body, KnownPrefixes prefixes) {
    try {
      byte[] text = unmarked(body);
      return new Envelope(api, text, EnvelopeReader.chat(api, text, prefixes));
    } catch (MalformedJsonException e) {
      throw new InvalidRequestException(null, "malformed JSON: " + e.message());
    }
  }

  /**
   * Reads a request of the AI SDK protocol, which names model and stream in its headers; from here
   * on they stand in the body, where every other API has them.
   *
   * @throws InvalidRequestException as {@link #read} does
   */
  public static Envelope readAiSdk(byte[] body, AiSdkHead head) {
    try {
      byte[] text = head.before(unmarked(body));
      EnvelopeReader read = EnvelopeReader.chat(Api.AI_SDK, text, PREFIXES);
      return new Envelope(Api.AI_SDK, text, read, head.version());
    } catch (MalformedJsonException e) {
      throw new InvalidRequestException(null, "malformed JSON: " + e.message());
    }
  }

  /**
   * Reads the model and the gateway's options of a request that is no chat.
   *
   * @throws InvalidRequestException as {@link #read} does, but for the conversation
   */
  public static Envelope readPlain(byte[] body) {
    try {
      byte[] text = unmarked(body);
      return new Envelope(null, text, EnvelopeReader.read(Api.CHAT, text, PREFIXES));
    } catch (MalformedJsonException e) {
      throw new InvalidRequestException(null, "malformed JSON: " + e.message());
    }
  }

  /**
   * Lets go of the body, which may be large: nothing that is made of it is asked for from here on.
   */
  public void release() {
    body = null;
    read.release();
  }

  /** The body, which is needed no more once it was let go. */
  private byte[] body() {
    return Objects.requireNonNull(body, "the body was let go");
  }

  /** The model asked for; never blank. */
  public String model() {
    return read.model();
  }

  /** Whether the answer is to be a stream. */
  public boolean stream() {
    return read.stream;
  }

  /** The version of the API that the caller speaks, where it has several; else 0. */
  public int callerVersion() {
    return callerVersion;
  }

  /** What the request asks of the gateway, without {@link #sessionIdField}. */
  public GatewayOptions options() {
    return options;
  }

  /** Top-level {@code session_id}, as it came, or null. */
  public @Nullable String sessionIdField() {
    return read.sessionId;
  }

  /** {@code prompt_cache_key}, as it came, or null. */
  public @Nullable String promptCacheKey() {
    return read.promptCacheKey;
  }

  /** {@code metadata.user_id} where it is a string, or null. */
  public @Nullable String metadataUserId() {
    return read.metadataUserId;
  }

  /** The estimated prompt in tokens: the bytes of system, tools and messages, divided by 4. */
  public int promptTokens() {
    long bytes = 0;
    for (Member member : read.members) {
      if (isPrompt(member)) {
        bytes += member.value().length();
      }
    }
    return (int) PromptSize.estimatedTokens(bytes);
  }

  /**
   * The estimated prompt in tokens as it is charged: as {@link #promptTokens}, but an image or a
   * file within it counts as one, not by its length. It is computed at the first call, which takes
   * time in proportion to the body.
   */
  public long chargedPromptTokens() {
    if (charged >= 0) {
      return charged;
    }
    long bytes = 0;
    for (Member member : read.members) {
      if (isPrompt(member)) {
        bytes += EmbeddedData.reckonedBytes(body(), member.value(), PromptSize.BYTES_PER_TOKEN);
      }
    }
    charged = PromptSize.estimatedTokens(bytes);
    return charged;
  }

  /**
   * The most output tokens that the request asks for, over all its choices; null where it sets no
   * bound.
   */
  public @Nullable Long maxOutputTokens() {
    Long each = read.maxTokens;
    return each == null ? null : Math.min(each, MANY) * Math.min(read.choices, MANY);
  }

  /** Whether a cache lifetime of one hour is asked for (contract, section 5). */
  public boolean asksOneHour() {
    return read.conversation.oneHour()
        || read.options.oneHour()
        || (options.cachingAuto() && "1h".equals(options.cacheTtl()));
  }

  /** Whether a cache retention of 24 hours is asked for (contract, section 5). */
  public boolean asksDayRetention() {
    return read.dayRetention || read.options.dayRetention();
  }

  /** Whether the caller says itself what is to be cached, so that no marker is put in. */
  public boolean marked() {
    return read.conversation.marked() || read.ownBreakpoints;
  }

  /** How many items the caller promises to repeat byte for byte; 0 for no usable promise. */
  public int cacheAnchorItems() {
    return read.anchorItems;
  }

  /**
   * The conversation fingerprint: 32 lower-case hex characters (contract, section 4). It is
   * computed at the first call for a team, which takes time in proportion to the body; later calls
   * give the same.
   *
   * @param team the id of the team that the conversation belongs to
   */
  public String fingerprint(String team) {
    Printed known = printed;
    if (known == null || !known.team().equals(team)) {
      known = new Printed(team, FingerprintText.of(api, team, body(), read));
      printed = known;
    }
    return known.fingerprint();
  }

  /**
   * A hash of the first message that is no instruction, which later turns do not change. It is
   * computed at the first call, which takes time in proportion to that message.
   */
  public long opening() {
    Long known = opening;
    if (known == null) {
      known = FingerprintText.opening(api, body(), read);
      opening = known;
    }
    return known;
  }

  /** The state of one account that the request leans on. */
  public Continuity continuity() {
    return continuity;
  }

  /** Whether the caller is told the usage as things are: false only for a Chat stream without. */
  public boolean usageRequested() {
    return api != Api.CHAT || !read.stream || read.includeUsage;
  }

  /** Whether {@link #upstreamBody} has something to strip. */
  public boolean hasStrippableState() {
    return read.conversation.firstState() != null;
  }

  /** The hash of the first item of {@link #strippableState}; null where there is none. */
  public @Nullable String firstState() {
    Range first = read.conversation.firstState();
    return first == null ? null : Sha256.hex(body(), first.start(), first.end());
  }

  /** What it would strip; this takes time in proportion to the body. */
  public StrippableState strippableState() {
    List<Range> items =
        api == null || !hasStrippableState()
            ? List.of()
            : new UpstreamBody(body(), read.members).strip(api, conversationField(api), 0);
    return new StrippableState(body(), items);
  }

  /**
   * The caller's bytes as the provider is to get them. The same request gives the same bytes; the
   * very array that was read where nothing is to change. Callers must not change it.
   *
   * @param upstreamModel the provider's name of the model
   * @param injectStreamUsage whether to ask for the usage of a Chat stream whose caller did not
   * @param stripState whether to leave out encrypted reasoning and thinking
   */
  public byte[] upstreamBody(String upstreamModel, boolean injectStreamUsage, boolean stripState) {
    return upstreamBody(upstreamModel, injectStreamUsage, stripState, null, PlainShape.IN_BODY);
  }

  /**
   * The same with cache markers, and in the shape that the provider wants.
   *
   * @param marking the markers to put in; null for none
   * @param shape where the provider is told the model; {@link PlainShape#IN_PATH}, which no
   *     caller's format has, is for translated bodies only
   */
  public byte[] upstreamBody(
      String upstreamModel,
      boolean injectStreamUsage,
      boolean stripState,
      @Nullable CacheMarking marking,
      BodyShape shape) {
    int strippedItems = stripState ? ALL_STATE : 0;
    return upstreamPieces(upstreamModel, injectStreamUsage, strippedItems, marking, shape).bytes();
  }

  /**
   * The same, nothing copied.
   *
   * @param strippedItems so many of the first items of {@link #strippableState} are left out; 0 or
   *     {@link #ALL_STATE} for none or all
   */
  public Pieces upstreamPieces(
      String upstreamModel,
      boolean injectStreamUsage,
      int strippedItems,
      @Nullable CacheMarking marking,
      BodyShape shape) {
    UpstreamBody upstream = new UpstreamBody(body(), read.members);
    Set<String> inPath = Set.of();
    if (shape instanceof BodyShape.CloudMessages cloud) {
      upstream.cutForCloud(cloud);
      inPath = cloud.inPath();
    } else {
      upstream.cutOurs();
    }
    if (!inPath.contains("model") && !upstreamModel.equals(model())) {
      upstream.model(upstreamModel);
    }
    if (injectStreamUsage && !usageRequested()) {
      upstream.askForUsage();
    }
    change(upstream, strippedItems, marking);
    return upstream.pieces();
  }

  /**
   * The caller's bytes as a translation is to read them: with cache markers put in and state
   * stripped as {@link #upstreamBody} does, and every field still there, {@code model}, {@code
   * stream} and {@code providerOptions} among them.
   */
  public byte[] translatable(int strippedItems, @Nullable CacheMarking marking) {
    UpstreamBody upstream = new UpstreamBody(body(), read.members);
    change(upstream, strippedItems, marking);
    return upstream.pieces().bytes();
  }

  /** Strips the state of an account and puts markers in, as asked. */
  private void change(UpstreamBody upstream, int strippedItems, @Nullable CacheMarking marking) {
    if (strippedItems > 0 && hasStrippableState() && api != null) {
      upstream.strip(api, conversationField(api), strippedItems);
    }
    if (marking != null && api != null) {
      upstream.mark(api, read.conversation.markable(), marking);
    }
  }

  /** Whether a top-level member is part of the prompt. */
  private boolean isPrompt(Member member) {
    return (api == Api.AI_SDK ? AI_SDK_PROMPT : PROMPT).contains(member.name());
  }

  /** The top-level field that an API has the conversation in. */
  static String conversationField(Api api) {
    return switch (api) {
      case CHAT, MESSAGES -> "messages";
      case RESPONSES -> "input";
      case AI_SDK -> "prompt";
    };
  }

  /** The body without its byte order mark. */
  private static byte[] unmarked(byte[] body) {
    return JsonCursor.startsWithMark(body, 0, body.length)
        ? Arrays.copyOfRange(body, 3, body.length)
        : body;
  }

  /** The state that a body leans on. */
  private static Continuity carried(byte[] body, EnvelopeReader read) {
    Set<String> fixed = new LinkedHashSet<>();
    addTo(fixed, read.previousResponseId);
    addTo(fixed, read.conversationId);
    read.conversation.fileIds().forEach(id -> addTo(fixed, id));
    NewestValues encrypted = read.conversation.encrypted();
    NewestValues signatures = read.conversation.signatures();
    if (fixed.isEmpty() && encrypted.isEmpty() && signatures.isEmpty()) {
      return Continuity.NONE;
    }
    return new Continuity(List.copyOf(fixed), encrypted.hashes(body), signatures.hashes(body));
  }

  /** Adds the hash of an id, where there is one. */
  private static void addTo(Set<String> hashes, @Nullable String id) {
    if (id != null && !id.isEmpty()) {
      hashes.add(Sha256.hex(id));
    }
  }
}
