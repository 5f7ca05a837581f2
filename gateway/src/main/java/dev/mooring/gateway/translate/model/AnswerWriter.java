package dev.mooring.gateway.translate.model;

/** Writes one streamed answer in a caller's format. */
public interface AnswerWriter extends AnswerSink {

  /** The bytes that were written since the last call: whole server-sent events, or none. */
  byte[] take();
}
