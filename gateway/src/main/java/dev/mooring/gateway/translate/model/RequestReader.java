package dev.mooring.gateway.translate.model;

/** Reads requests in a caller's format. Stateless. */
public interface RequestReader {

  /**
   * Reads a request.
   *
   * @param body a JSON object that the envelope's reader has accepted
   * @throws dev.mooring.gateway.api.InvalidRequestException where a field has the wrong shape, or
   *     the answer would be wrong without something that no other format has; names the field
   */
  ModelRequest read(byte[] body, WarningSink warnings);
}
