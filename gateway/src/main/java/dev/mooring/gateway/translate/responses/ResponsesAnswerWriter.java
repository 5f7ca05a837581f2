package dev.mooring.gateway.translate.responses;

import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerWriter;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes streamed answers of the Responses API. */
public final class ResponsesAnswerWriter implements AnswerWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final AnswerContext context;
  private long sequence;

  /** At the start of the answer to a request. */
  public ResponsesAnswerWriter(AnswerContext context) {
    this.context = context;
  }

  @Override
  public void begin(@Nullable String id, @Nullable String model, @Nullable TokenUsage usage) {
    event("response.created", "response", "{\"id\":\"resp_" + context.id() + "\"}");
  }

  @Override
  public void text(int part, String delta) {
    event("response.output_text.delta", "delta", Json.text(Json.MAPPER.valueToTree(delta)));
  }

  @Override
  public void reasoning(int part, String delta) {}

  @Override
  public void signature(int part, Signature signature) {}

  @Override
  public void refusal(int part, String delta) {}

  @Override
  public void toolCall(int part, String id, String name, @Nullable Signature signature) {}

  @Override
  public void arguments(int part, String delta) {}

  @Override
  public void media(int part, Part.Media media) {}

  @Override
  public void source(Part.Source source) {}

  @Override
  public void close(int part) {}

  @Override
  public void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage usage) {
    event("response.completed", "response", "{\"id\":\"resp_" + context.id() + "\"}");
  }

  @Override
  public void fail(UpstreamError error) {}

  @Override
  public byte[] take() {
    byte[] bytes = out.toByteArray();
    out.reset();
    return bytes;
  }

  private void event(String type, String field, String value) {
    String event =
        "event: "
            + type
            + "\ndata: {\"type\":\""
            + type
            + "\",\"sequence_number\":"
            + sequence++
            + ",\""
            + field
            + "\":"
            + value
            + "}\n\n";
    out.writeBytes(event.getBytes(StandardCharsets.UTF_8));
  }
}
