package dev.mooring.gateway.translate.model;

import dev.mooring.gateway.api.UpstreamError;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes a whole answer of a streamed one: the reverse of {@link ModelAnswer#play}. */
public final class AnswerCollector implements AnswerSink {
  private final TreeMap<Integer, Piece> pieces = new TreeMap<>();
  private final List<Part> sources = new ArrayList<>();
  private @Nullable String id;
  private @Nullable String model;
  private @Nullable TokenUsage told;
  private @Nullable ModelAnswer answer;
  private @Nullable UpstreamError error;

  private enum Kind {
    TEXT,
    REASONING,
    REFUSAL,
    CALL,
    MEDIA
  }

  private static final class Piece {
    final Kind kind;
    final StringBuilder text = new StringBuilder();
    String callId = "";
    String name = "";
    @Nullable Signature signature;
    Part.@Nullable Media media;

    Piece(Kind kind) {
      this.kind = kind;
    }

    Part part() {
      return switch (kind) {
        case TEXT -> new Part.Text(text.toString(), null);
        case REASONING -> new Part.Reasoning(text.toString(), signature);
        case REFUSAL -> new Part.Refusal(text.toString());
        case CALL ->
            new Part.ToolCall(
                callId, name, text.isEmpty() ? "{}" : text.toString(), signature, null);
        case MEDIA -> java.util.Objects.requireNonNull(media);
      };
    }
  }

  /** The answer; null before its regular end. */
  public @Nullable ModelAnswer answer() {
    return answer;
  }

  /** The error that it ended with, or null. */
  public @Nullable UpstreamError error() {
    return error;
  }

  @Override
  public void begin(@Nullable String ofId, @Nullable String ofModel, @Nullable TokenUsage usage) {
    id = ofId;
    model = ofModel;
    told = usage;
  }

  @Override
  public void text(int part, String delta) {
    piece(part, Kind.TEXT).text.append(delta);
  }

  @Override
  public void reasoning(int part, String delta) {
    piece(part, Kind.REASONING).text.append(delta);
  }

  @Override
  public void signature(int part, Signature signature) {
    piece(part, Kind.REASONING).signature = signature;
  }

  @Override
  public void refusal(int part, String delta) {
    piece(part, Kind.REFUSAL).text.append(delta);
  }

  @Override
  public void toolCall(int part, String callId, String name, @Nullable Signature signature) {
    Piece piece = piece(part, Kind.CALL);
    piece.callId = callId;
    piece.name = name;
    piece.signature = signature;
  }

  @Override
  public void arguments(int part, String delta) {
    piece(part, Kind.CALL).text.append(delta);
  }

  @Override
  public void media(int part, Part.Media media) {
    piece(part, Kind.MEDIA).media = media;
  }

  @Override
  public void source(Part.Source source) {
    sources.add(source);
  }

  @Override
  public void close(int part) {}

  @Override
  public void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage usage) {
    List<Part> parts = new ArrayList<>();
    pieces.values().forEach(piece -> parts.add(piece.part()));
    parts.addAll(sources);
    answer =
        new ModelAnswer(
            id, model, List.copyOf(parts), stop, stopSequence, usage == null ? told : usage);
  }

  @Override
  public void fail(UpstreamError told) {
    error = told;
  }

  private Piece piece(int part, Kind kind) {
    return pieces.computeIfAbsent(part, unused -> new Piece(kind));
  }
}
