package dev.mooring.gateway.translate.aisdk;

import dev.mooring.gateway.api.AiSdkErrors;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerWriter;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the parts of {@code doStream} as server-sent events. Parts may interleave: each event
 * names its part.
 */
public final class AiSdkAnswerWriter implements AnswerWriter {
  private final EventBuffer events = new EventBuffer();
  private final AnswerJson pieces;
  private final Map<Integer, OpenPart> open = new HashMap<>(4);
  private int sources;
  private boolean declined;

  /** Writes one answer. */
  public AiSdkAnswerWriter(AnswerContext context) {
    this.pieces = new AnswerJson(context);
  }

  @Override
  public byte[] take() {
    return events.take();
  }

  @Override
  public void begin(@Nullable String id, @Nullable String model, @Nullable TokenUsage usage) {
    event("stream-start", pieces::warnings);
    event("response-metadata", json -> pieces.response(json, id));
  }

  @Override
  public void text(int part, String delta) {
    say(part, OpenPart.Kind.TEXT, delta);
  }

  @Override
  public void reasoning(int part, String delta) {
    say(part, OpenPart.Kind.REASONING, delta);
  }

  @Override
  public void refusal(int part, String delta) {
    declined = true;
    say(part, OpenPart.Kind.TEXT, delta);
  }

  private void say(int part, OpenPart.Kind kind, String delta) {
    OpenPart said = begun(part, kind);
    tell(said, delta);
  }

  @Override
  public void signature(int part, Signature signature) {
    begun(part, OpenPart.Kind.REASONING).signature = signature;
  }

  @Override
  public void toolCall(int part, String id, String name, @Nullable Signature signature) {
    OpenPart call = new OpenPart(OpenPart.Kind.TOOL_INPUT, id);
    call.name = name;
    call.signature = signature;
    call.freeform = pieces.freeform(name);
    open.put(part, call);
    event(
        "tool-input-start",
        json -> {
          json.writeStringField("id", id);
          json.writeStringField("toolName", name);
        });
  }

  @Override
  public void arguments(int part, String delta) {
    OpenPart call = open.get(part);
    if (call != null && !delta.isEmpty()) {
      call.arguments.append(delta);
      tell(call, call.freeform == null ? delta : call.freeform.add(delta));
    }
  }

  private void tell(OpenPart part, String delta) {
    if (!delta.isEmpty()) {
      events.delta(part.kind.delta(), part.id, delta);
    }
  }

  @Override
  public void media(int part, Part.Media media) {
    event("file", json -> pieces.file(json, media));
  }

  @Override
  public void source(Part.Source source) {
    int number = sources++;
    event("source", json -> pieces.source(json, number, source));
  }

  @Override
  public void close(int part) {
    OpenPart closed = open.remove(part);
    if (closed == null) {
      return;
    }
    boolean call = closed.kind == OpenPart.Kind.TOOL_INPUT;
    if (closed.freeform != null) {
      tell(closed, closed.freeform.end());
    }
    Signature signature = closed.signature;
    event(
        closed.kind.end(),
        json -> {
          json.writeStringField("id", closed.id);
          if (!call && signature != null) {
            pieces.seal(json, part, signature);
          }
        });
    if (call) {
      String arguments = closed.arguments.toString();
      event(
          "tool-call",
          json -> pieces.toolCall(json, part, closed.id, closed.name, arguments, signature));
    }
  }

  @Override
  public void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage usage) {
    event("finish", json -> pieces.end(json, stop, declined, usage));
  }

  @Override
  public void fail(UpstreamError error) {
    event(
        "error",
        json -> {
          json.writeObjectFieldStart("error");
          json.writeStringField("message", error.message());
          json.writeStringField("type", AiSdkErrors.type(error.status(), error.code()));
          if (error.code() != null) {
            json.writeStringField("code", error.code());
          }
          json.writeEndObject();
        });
  }

  /** The part of a number, which begins here if it has not. */
  private OpenPart begun(int part, OpenPart.Kind kind) {
    OpenPart known = open.get(part);
    if (known != null) {
      return known;
    }
    OpenPart begun = new OpenPart(kind, Integer.toString(part));
    open.put(part, begun);
    events.mark(kind.start(), begun.id);
    return begun;
  }

  private void event(String type, Json.Writing fields) {
    events.write(
        json -> {
          json.writeStartObject();
          json.writeStringField("type", type);
          fields.to(json);
          json.writeEndObject();
        });
  }
}
