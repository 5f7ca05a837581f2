package dev.mooring.gateway.translate.model;

/** Reads a provider's whole answers. Stateless. */
public interface AnswerReader {

  /**
   * Reads an answer that came with a success status and tells no error.
   *
   * @throws dev.mooring.gateway.api.MalformedAnswerException when it is not what the dialect has
   */
  ModelAnswer read(byte[] body);
}
