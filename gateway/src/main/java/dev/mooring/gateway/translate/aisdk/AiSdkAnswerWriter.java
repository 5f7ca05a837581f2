package dev.mooring.gateway.translate.aisdk;

import dev.mooring.gateway.api.AiSdkErrors;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerWriter;
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
  private final EventBuffer events;
  private final AnswerJson pieces;
  private final Map<Integer, OpenPart> open = new HashMap<>(4);
  private int sources;
  private boolean declined;

  /** Writes one answer. */
  public AiSdkAnswerWriter(AnswerContext context) {
    this.events = new EventBuffer();
    this.pieces = new AnswerJson(events.json(), context);
  }

  @Override
  public byte[] take() {
    return events.take();
  }

  @Override
  public void begin(@Nullable String id, @Nullable String model, @Nullable TokenUsage usage) {
    events.write(
        "stream-start",
        json -> {
          json.writeArrayFieldStart("warnings");
          json.writeEndArray();
        });
    events.write("response-metadata", json -> pieces.response(id));
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
    if (!delta.isEmpty()) {
      events.delta(kind.delta(), said.id, delta);
    }
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
    open.put(part, call);
    events.write(
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
      events.delta(call.kind.delta(), call.id, delta);
    }
  }

  @Override
  public void media(int part, Part.Media media) {
    events.object(json -> pieces.file(media));
  }

  @Override
  public void source(Part.Source source) {
    int number = sources++;
    events.object(json -> pieces.source(number, source));
  }

  @Override
  public void close(int part) {
    OpenPart closed = open.remove(part);
    if (closed == null) {
      return;
    }
    boolean call = closed.kind == OpenPart.Kind.TOOL_INPUT;
    Signature signature = closed.signature;
    events.write(
        closed.kind.end(),
        json -> {
          json.writeStringField("id", closed.id);
          if (!call && signature != null) {
            pieces.seal(part, signature);
          }
        });
    if (call) {
      String arguments = closed.arguments.toString();
      events.object(
          json -> pieces.toolCall(part, closed.id, closed.name, arguments, closed.signature));
    }
  }

  @Override
  public void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage usage) {
    events.write("finish", json -> pieces.end(stop, declined, usage));
  }

  @Override
  public void fail(UpstreamError error) {
    events.write(
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
    events.write(kind.start(), json -> json.writeStringField("id", begun.id));
    return begun;
  }
}
