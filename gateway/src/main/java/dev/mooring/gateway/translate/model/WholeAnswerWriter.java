package dev.mooring.gateway.translate.model;

/** Writes whole answers in a caller's format. Stateless. */
public interface WholeAnswerWriter {

  /** The JSON body of an answer. */
  byte[] write(ModelAnswer answer, AnswerContext context);
}
