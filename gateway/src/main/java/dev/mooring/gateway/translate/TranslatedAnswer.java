package dev.mooring.gateway.translate;

import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerParser;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.AnswerWriter;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.TokenUsage;
import dev.mooring.gateway.translate.model.ToolNames;
import org.jspecify.annotations.Nullable;

/** One answer of a provider on its way into the caller's format: whole, or as it streams. */
public final class TranslatedAnswer {
  private final Dialect from;
  private final Api to;
  private final AnswerContext context;
  private @Nullable Streamed streamed;
  private @Nullable TokenUsage usage;

  TranslatedAnswer(Dialect from, Api to, AnswerContext context) {
    this.from = from;
    this.to = to;
    this.context = context;
  }

  /** The two ends of a stream. */
  private record Streamed(AnswerParser parser, AnswerWriter writer) {}

  /**
   * A whole answer in the caller's format.
   *
   * @param body the provider's; it tells no error
   * @throws dev.mooring.gateway.api.MalformedAnswerException when it is not what the format has
   */
  public byte[] whole(byte[] body) {
    ModelAnswer answer =
        ToolNames.restored(Formats.answerReader(from).read(body), context.request());
    usage = answer.usage();
    return Formats.wholeAnswerWriter(to).write(answer, context);
  }

  /**
   * What the next bytes of a stream are in the caller's format: whole server-sent events, or none.
   *
   * @throws dev.mooring.gateway.api.MalformedAnswerException when they are not what the format has
   */
  public byte[] feed(byte[] chunk) {
    Streamed stream = stream();
    stream.parser().feed(chunk);
    return stream.writer().take();
  }

  /** What is left when a stream has ended; as {@link #feed}. */
  public byte[] end() {
    Streamed stream = stream();
    stream.parser().end();
    return stream.writer().take();
  }

  /** The tokens that the answer has told so far, or null. */
  public @Nullable Usage usage() {
    return usage == null ? null : usage.counted();
  }

  private Streamed stream() {
    Streamed stream = streamed;
    if (stream == null) {
      AnswerWriter writer = Formats.answerWriter(to, context);
      AnswerSink named = ToolNames.restoring(writer, context.request());
      UsageNote noted = new UsageNote(named, told -> usage = told);
      stream = new Streamed(Formats.answerParser(from, noted), writer);
      streamed = stream;
    }
    return stream;
  }
}
