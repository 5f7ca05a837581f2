package dev.mooring.gateway.translate.model;

/** Reads one streamed answer of a provider and tells an {@link AnswerSink}. */
public interface AnswerParser {

  /**
   * Takes the next bytes of the stream, cut anywhere.
   *
   * @throws dev.mooring.gateway.api.MalformedAnswerException when they are not what the dialect has
   */
  void feed(byte[] chunk);

  /** The stream ended; what an unfinished last event holds is told. */
  void end();
}
