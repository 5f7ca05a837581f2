package dev.mooring.gateway.translate.model;

import dev.mooring.gateway.api.UpstreamError;
import org.jspecify.annotations.Nullable;

/**
 * Takes a streamed answer, event by event.
 *
 * <p>Parts are numbered from 0 in the order in which they begin. A part begins with the first event
 * that names it and keeps its kind; every part is closed once, before the end. Parts may interleave
 * where the provider interleaves them (Chat Completions' parallel calls); see {@link
 * SequentialParts}. The last event is {@link #finish} or {@link #fail}; where neither comes, the
 * stream was cut.
 */
public interface AnswerSink {

  /**
   * The answer begins; comes first, and once.
   *
   * @param id the provider's, or null
   * @param model as the provider names it, or null
   * @param usage what is known so far, or null
   */
  void begin(@Nullable String id, @Nullable String model, @Nullable TokenUsage usage);

  /** More text of a part; may be empty. */
  void text(int part, String delta);

  /** More of a part's thoughts; may be empty. */
  void reasoning(int part, String delta);

  /**
   * A seal on a part, of reasoning or of text; the last that comes for it before it is closed
   * counts. A redacted one is the whole of its part.
   */
  void signature(int part, Signature signature);

  /** More of a refusal's words; may be empty. */
  void refusal(int part, String delta);

  /**
   * A call of a tool begins.
   *
   * @param signature as {@link Part.ToolCall} has it
   */
  void toolCall(int part, String id, String name, @Nullable Signature signature);

  /** More of the JSON text of a call's arguments; a call may end without any: {@code {}}. */
  void arguments(int part, String delta);

  /** A whole image or file that the model made. */
  void media(int part, Part.Media media);

  /** A page that the answer leans on; no part of its own. */
  void source(Part.Source source);

  /** Nothing more of a part comes. */
  void close(int part);

  /**
   * The regular end.
   *
   * @param usage of the whole answer, or null where the provider does not say
   */
  void finish(StopReason stop, @Nullable String stopSequence, @Nullable TokenUsage usage);

  /** The provider told an error within its stream. */
  void fail(UpstreamError error);
}
