package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerWriter;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Signature;
import dev.mooring.gateway.translate.model.StopReason;
import dev.mooring.gateway.translate.model.TokenUsage;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes streamed answers of the Responses API: each part is an item of its own. */
public final class ResponsesAnswerWriter implements AnswerWriter {
  private final AnswerEvents events;
  private final AnswerOutput output;
  private final ResponseBody body;
  private final Set<String> freeform;
  private final Map<Integer, OutputItem> open = new HashMap<>();
  private ResponseEnd end = ResponseEnd.OPEN;
  private @Nullable TokenUsage usage;
  private boolean refused;

  /** At the start of the answer to a request. */
  public ResponsesAnswerWriter(AnswerContext context) {
    this(context, AnswerEvents.streamed());
  }

  /** A writer of events, or of none where only the whole response is asked for. */
  ResponsesAnswerWriter(AnswerContext context, AnswerEvents events) {
    this.events = events;
    this.output = new AnswerOutput(context.id(), events);
    this.body = new ResponseBody(context);
    this.freeform = ToolFields.freeform(context.request());
  }

  @Override
  public void begin(@Nullable String id, @Nullable String model, @Nullable TokenUsage told) {
    body.told(id, model);
    response("response.created");
    response("response.in_progress");
    usage = told;
  }

  @Override
  public void text(int part, String delta) {
    message(part, MessageItem.Kind.TEXT).add(events, delta);
  }

  @Override
  public void refusal(int part, String delta) {
    refused = true;
    message(part, MessageItem.Kind.REFUSAL).add(events, delta);
  }

  @Override
  public void reasoning(int part, String delta) {
    thoughts(part).add(events, delta);
  }

  /** A seal on a text has no place in this API and is left out. */
  @Override
  public void signature(int part, Signature signature) {
    if (!(open.get(part) instanceof MessageItem)) {
      thoughts(part).seal(signature);
    }
  }

  /** A call's own seal goes before it, as thoughts without words. */
  @Override
  public void toolCall(int part, String id, String name, @Nullable Signature signature) {
    if (signature != null) {
      ReasoningItem seal = output.begin("rs", ReasoningItem::new);
      seal.seal(signature);
      output.end(seal);
    }
    boolean bare = freeform.contains(name);
    open.put(
        part,
        output.begin(
            bare ? "ctc" : "fc",
            (itemId, index) -> new CallItem(itemId, index, id, ToolName.of(name), bare)));
  }

  @Override
  public void arguments(int part, String delta) {
    if (open.get(part) instanceof CallItem call) {
      call.add(events, delta);
    }
  }

  /** An image is an item; another file is told as text where there is a text to tell. */
  @Override
  public void media(int part, Part.Media media) {
    if (media.image() && media.source() instanceof Part.Media.Source.Data) {
      open.put(part, output.begin("ig", (id, index) -> new ImageItem(id, index, media)));
    } else if (media.source() instanceof Part.Media.Source.Url url) {
      text(part, url.url());
    } else if (media.source() instanceof Part.Media.Source.PlainText words) {
      text(part, words.text());
    }
  }

  @Override
  public void source(Part.Source source) {
    output.source(source);
  }

  @Override
  public void close(int part) {
    OutputItem item = open.remove(part);
    if (item != null) {
      output.end(item);
    }
  }

  @Override
  public void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage told) {
    usage = told == null ? usage : told;
    end = ResponseEnd.of(stop, refused);
    output.end(end.isIncomplete());
    response("response." + end.status());
  }

  @Override
  public void fail(UpstreamError error) {
    end = ResponseEnd.of(error);
    response("response.failed");
  }

  @Override
  public byte[] take() {
    return events.take();
  }

  /** Writes the response as it stands. */
  void response(JsonGenerator json) throws IOException {
    body.write(json, end, output.items(), usage);
  }

  private void response(String type) {
    events.write(
        type,
        json -> {
          json.writeFieldName("response");
          response(json);
        });
  }

  private MessageItem message(int part, MessageItem.Kind kind) {
    return item(
        part,
        MessageItem.class,
        () -> output.begin("msg", (id, index) -> new MessageItem(id, index, kind)));
  }

  private ReasoningItem thoughts(int part) {
    return item(part, ReasoningItem.class, () -> output.begin("rs", ReasoningItem::new));
  }

  /** The item of a part, which begins with the part's first event. */
  private <T extends OutputItem> T item(int part, Class<T> kind, Supplier<T> beginning) {
    OutputItem item = open.get(part);
    if (item == null) {
      item = beginning.get();
      open.put(part, item);
    }
    return kind.cast(item);
  }
}
