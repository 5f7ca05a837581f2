package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.api.StreamReader;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import org.jspecify.annotations.Nullable;

/**
 * The events of a streamed message whose parts come one after the other. A block begins with what
 * is first to say in it: a part that says nothing has none.
 */
final class BlockStream implements AnswerSink {
  private static final byte[] MESSAGE_START =
      EventText.ascii(
          "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":");
  private static final byte[] MODEL =
      EventText.ascii(",\"type\":\"message\",\"role\":\"assistant\",\"model\":");
  private static final byte[] USAGE_AT_START =
      EventText.ascii(",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":");
  private static final byte[] BLOCK_START =
      EventText.ascii(
          "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":");
  private static final byte[] TEXT = block("{\"type\":\"text\",\"text\":\"\"}");
  private static final byte[] THINKING =
      block("{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}");
  private static final byte[] REDACTED = block("{\"type\":\"redacted_thinking\",\"data\":");
  private static final byte[] TOOL_USE = block("{\"type\":\"tool_use\",\"id\":");
  private static final byte[] NAME = EventText.ascii(",\"name\":");
  private static final byte[] NO_INPUT = EventText.ascii(",\"input\":{}");
  private static final byte[] BLOCK_DELTA =
      EventText.ascii(
          "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":");
  private static final byte[] TEXT_DELTA = delta("text_delta\",\"text\":");
  private static final byte[] THINKING_DELTA = delta("thinking_delta\",\"thinking\":");
  private static final byte[] SIGNATURE_DELTA = delta("signature_delta\",\"signature\":");
  private static final byte[] INPUT_DELTA = delta("input_json_delta\",\"partial_json\":");
  private static final byte[] BLOCK_STOP =
      EventText.ascii(
          "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":");
  private static final byte[] MESSAGE_DELTA =
      EventText.ascii(
          "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":");
  private static final byte[] STOP_SEQUENCE = EventText.ascii(",\"stop_sequence\":");
  private static final byte[] NULL = EventText.ascii("null");
  private static final byte[] USAGE_AT_END = EventText.ascii("},\"usage\":");
  private static final byte[] MESSAGE_STOP =
      EventText.ascii("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n");
  private static final byte[] END = EventText.ascii("}\n\n");
  private static final byte[] INNER_END = EventText.ascii("}}\n\n");

  private final AnswerContext context;
  private final EventText out;
  private int blocks;
  private boolean open;
  private boolean refused;

  /** Whether the part is of text, whose seal a text block has no place for. */
  private boolean words;

  private @Nullable Signature seal;

  /** At the start of the answer to a request. */
  BlockStream(AnswerContext context, EventText out) {
    this.context = context;
    this.out = out;
  }

  @Override
  public void begin(@Nullable String id, @Nullable String model, @Nullable TokenUsage usage) {
    out.raw(MESSAGE_START).string(Naming.id(id, context));
    out.raw(MODEL).string(context.model()).raw(USAGE_AT_START);
    Usages.write(out, usage);
    out.raw(INNER_END);
  }

  @Override
  public void text(int part, String delta) {
    words = true;
    piece(TEXT, TEXT_DELTA, delta);
  }

  @Override
  public void reasoning(int part, String delta) {
    piece(THINKING, THINKING_DELTA, delta);
  }

  @Override
  public void signature(int part, Signature signature) {
    seal = signature;
  }

  @Override
  public void refusal(int part, String delta) {
    refused = true;
    words = true;
    piece(TEXT, TEXT_DELTA, delta);
  }

  @Override
  public void toolCall(int part, String id, String name, @Nullable Signature signature) {
    if (signature != null) {
      seal = signature;
      close(part);
    }
    start(TOOL_USE);
    out.string(id).raw(NAME).string(name).raw(NO_INPUT).raw(INNER_END);
  }

  @Override
  public void arguments(int part, String delta) {
    if (!delta.isEmpty()) {
      out.raw(BLOCK_DELTA).number(blocks).raw(INPUT_DELTA).string(delta).raw(INNER_END);
    }
  }

  @Override
  public void media(int part, Part.Media media) {}

  @Override
  public void source(Part.Source source) {}

  @Override
  public void close(int part) {
    if (seal != null && !words) {
      sealed(seal);
    }
    seal = null;
    words = false;
    if (open) {
      out.raw(BLOCK_STOP).number(blocks++).raw(END);
      open = false;
    }
  }

  @Override
  public void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage usage) {
    out.raw(MESSAGE_DELTA).string(StopWords.of(stop, refused)).raw(STOP_SEQUENCE);
    if (stopSequence == null) {
      out.raw(NULL);
    } else {
      out.string(stopSequence);
    }
    out.raw(USAGE_AT_END);
    Usages.write(out, usage);
    out.raw(END).raw(MESSAGE_STOP);
  }

  @Override
  public void fail(UpstreamError error) {
    ApiError told = new ApiError(error.status(), "", error.message(), null, null);
    out.raw(StreamReader.of(Api.MESSAGES).failure(told, null));
  }

  /** Writes more of a block, and its start where it has none. */
  private void piece(byte[] block, byte[] kind, String delta) {
    if (delta.isEmpty()) {
      return;
    }
    if (!open) {
      start(block);
      out.raw(END);
    }
    out.raw(BLOCK_DELTA).number(blocks).raw(kind).string(delta).raw(INNER_END);
  }

  /** Writes the seal of the part that ends. */
  private void sealed(Signature signature) {
    String text = signature.in(Signature.Family.ANTHROPIC);
    if (!open && signature.redacted()) {
      start(REDACTED);
      out.string(text).raw(INNER_END);
      return;
    }
    if (!open) {
      start(THINKING);
      out.raw(END);
    }
    out.raw(BLOCK_DELTA).number(blocks).raw(SIGNATURE_DELTA).string(text).raw(INNER_END);
  }

  private void start(byte[] block) {
    out.raw(BLOCK_START).number(blocks).raw(block);
    open = true;
  }

  private static byte[] block(String json) {
    return EventText.ascii(",\"content_block\":" + json);
  }

  private static byte[] delta(String json) {
    return EventText.ascii(",\"delta\":{\"type\":\"" + json);
  }
}
