package dev.mooring.gateway.translate.model;

import dev.mooring.gateway.api.UpstreamError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Streams in small pieces. */
public final class Deltas {
  private Deltas() {}

  /** Tells an answer as a stream would whose texts come in deltas of a few letters. */
  public static void play(ModelAnswer answer, AnswerSink sink, Random random) {
    answer.play(new Shredder(sink, random));
  }

  /** The answer that a parser's sink hears of a stream that comes in pieces of random sizes. */
  public static void feed(AnswerParser parser, byte[] stream, Random random) {
    int at = 0;
    while (at < stream.length) {
      int end = Math.min(stream.length, at + 1 + random.nextInt(40));
      parser.feed(Arrays.copyOfRange(stream, at, end));
      at = end;
    }
    parser.end();
  }

  /** A text in deltas. */
  private static List<String> deltas(String text, Random random) {
    List<String> deltas = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int end = Math.min(text.length(), at + 1 + random.nextInt(6));
      deltas.add(text.substring(at, end));
      at = end;
    }
    return deltas;
  }

  /** Cuts each text that is told into deltas. */
  private static final class Shredder implements AnswerSink {
    private final AnswerSink next;
    private final Random random;

    Shredder(AnswerSink next, Random random) {
      this.next = next;
      this.random = random;
    }

    @Override
    public void begin(@Nullable String id, @Nullable String model, @Nullable TokenUsage usage) {
      next.begin(id, model, null);
    }

    @Override
    public void text(int part, String delta) {
      deltas(delta, random).forEach(bit -> next.text(part, bit));
    }

    @Override
    public void reasoning(int part, String delta) {
      if (delta.isEmpty()) {
        next.reasoning(part, delta);
      }
      deltas(delta, random).forEach(bit -> next.reasoning(part, bit));
    }

    @Override
    public void signature(int part, Signature signature) {
      next.signature(part, signature);
    }

    @Override
    public void refusal(int part, String delta) {
      deltas(delta, random).forEach(bit -> next.refusal(part, bit));
    }

    @Override
    public void toolCall(int part, String id, String name, @Nullable Signature signature) {
      next.toolCall(part, id, name, signature);
    }

    @Override
    public void arguments(int part, String delta) {
      deltas(delta, random).forEach(bit -> next.arguments(part, bit));
    }

    @Override
    public void media(int part, Part.Media media) {
      next.media(part, media);
    }

    @Override
    public void source(Part.Source source) {
      next.source(source);
    }

    @Override
    public void close(int part) {
      next.close(part);
    }

    @Override
    public void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage usage) {
      next.finish(stop, stopSequence, usage);
    }

    @Override
    public void fail(UpstreamError error) {
      next.fail(error);
    }
  }
}
