package dev.mooring.gateway.telemetry;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The part of a trace that is one call: of a provider, or of the store. */
public interface CallSpan {
  /** No span. */
  CallSpan NONE = new NoTracing.Span();

  /** Gives the headers that tell the called one of the trace. */
  void propagate(BiConsumer<String, String> header);

  /** It was answered with a status. */
  void status(int status);

  /**
   * It is over.
   *
   * @param failure what went wrong, in a word; null for nothing
   */
  void ended(@Nullable String failure);
}
