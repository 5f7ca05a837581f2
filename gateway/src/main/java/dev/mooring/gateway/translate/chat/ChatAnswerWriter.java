package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerWriter;
import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.FreeformInput;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes streams of Chat Completions: a chunk a delta, the usage, {@code [DONE]}. */
public final class ChatAnswerWriter implements AnswerWriter {
  private static final byte[] DONE = ascii("data: [DONE]\n\n");
  private static final byte[] DELTA_END =
      ascii("},\"logprobs\":null,\"finish_reason\":null}]}\n\n");
  private static final byte[] CONTENT = ascii("\"content\":");
  private static final byte[] REASONING = ascii("\"reasoning_content\":");

  private final AnswerContext context;
  private final EventText out = new EventText();
  private final Map<Integer, Integer> callIndices = new HashMap<>(0);
  private final Map<Integer, FreeformInput> freeform = new HashMap<>(0);
  private final StringBuilder thoughts = new StringBuilder(0);
  private byte[] head = {};
  private byte[] deltaStart = {};
  private boolean refusal;
  private @Nullable TokenUsage begun;

  /** A writer of one stream. */
  public ChatAnswerWriter(AnswerContext context) {
    this.context = context;
  }

  @Override
  public byte[] take() {
    return out.take();
  }

  @Override
  public void begin(@Nullable String id, @Nullable String model, @Nullable TokenUsage usage) {
    begun = usage;
    ChatIdentity identity = ChatIdentity.of(id, model, context);
    EventText start = new EventText().raw("data: ");
    identity.write(start, "chat.completion.chunk");
    head = start.take();
    deltaStart = start.raw(head).raw(",\"choices\":[{\"index\":0,\"delta\":{").take();
    out.raw(deltaStart).raw("\"role\":\"assistant\",\"content\":\"\"").raw(DELTA_END);
  }

  @Override
  public void text(int part, String delta) {
    if (!delta.isEmpty()) {
      out.raw(deltaStart).raw(CONTENT).string(delta).raw(DELTA_END);
    }
  }

  @Override
  public void reasoning(int part, String delta) {
    if (!delta.isEmpty()) {
      thoughts.append(delta);
      out.raw(deltaStart).raw(REASONING).string(delta).raw(DELTA_END);
    }
  }

  @Override
  public void signature(int part, Signature signature) {
    out.raw(deltaStart).raw("\"reasoning_details\":[");
    new ReasoningDetail(thoughts.toString(), signature).write(out);
    out.raw("]").raw(DELTA_END);
  }

  @Override
  public void refusal(int part, String delta) {
    if (!delta.isEmpty()) {
      refusal = true;
      out.raw(deltaStart).raw("\"refusal\":").string(delta).raw(DELTA_END);
    }
  }

  @Override
  public void toolCall(int part, String id, String name, @Nullable Signature signature) {
    int index = callIndices.size();
    callIndices.put(part, index);
    out.raw(deltaStart).raw("\"tool_calls\":[{\"index\":").number(index).raw(",");
    if (FreeformInput.takes(context.request(), name)) {
      freeform.put(part, new FreeformInput());
      ToolCallFields.custom(out, id, name, "");
    } else {
      ToolCallFields.function(out, id, name, "", signature);
    }
    out.raw("}]").raw(DELTA_END);
  }

  @Override
  public void arguments(int part, String delta) {
    FreeformInput input = freeform.get(part);
    if (input != null) {
      freeform(part, input.add(delta));
    } else if (!delta.isEmpty()) {
      call(part).raw(",\"function\":{\"arguments\":").string(delta).raw("}}]").raw(DELTA_END);
    }
  }

  @Override
  public void media(int part, Part.Media media) {
    out.raw(deltaStart).raw("\"images\":[");
    MediaFields.image(out, media);
    out.raw("]").raw(DELTA_END);
  }

  @Override
  public void source(Part.Source source) {
    out.raw(deltaStart).raw("\"annotations\":[");
    MediaFields.citation(out, source);
    out.raw("]").raw(DELTA_END);
  }

  @Override
  public void close(int part) {
    thoughts.setLength(0);
    FreeformInput input = freeform.remove(part);
    if (input != null) {
      freeform(part, input.end());
    }
  }

  @Override
  public void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage usage) {
    out.raw(head).raw(",\"choices\":[{\"index\":0,\"delta\":{},\"logprobs\":null,");
    out.raw("\"finish_reason\":\"").raw(FinishReason.of(stop, refusal)).raw("\"}]}\n\n");
    TokenUsage known = usage == null ? begun : usage;
    if (known != null) {
      out.raw(head).raw(",\"choices\":[],\"usage\":");
      ChatUsage.write(out, known);
      out.raw("}\n\n");
    }
    out.raw(DONE);
  }

  @Override
  public void fail(UpstreamError error) {
    out.raw("data: {\"error\":{\"message\":").string(error.message());
    out.raw(",\"type\":").string(error.type() == null ? "server_error" : error.type());
    out.raw(",\"param\":null,\"code\":");
    if (error.code() == null) {
      out.raw("null");
    } else {
      out.string(error.code());
    }
    out.raw("}}\n\n");
  }

  private void freeform(int part, String delta) {
    if (!delta.isEmpty()) {
      call(part).raw(",\"custom\":{\"input\":").string(delta).raw("}}]").raw(DELTA_END);
    }
  }

  /** Begins a later delta of a call. */
  private EventText call(int part) {
    int index = callIndices.getOrDefault(part, 0);
    return out.raw(deltaStart).raw("\"tool_calls\":[{\"index\":").number(index);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
