package dev.mooring.gateway.translate.model;

/** Writes requests in a provider's dialect. Stateless; the same request gives the same bytes. */
public interface RequestWriter {

  /**
   * Writes a request.
   *
   * @throws dev.mooring.gateway.api.InvalidRequestException where the dialect cannot carry what the
   *     answer would be wrong without; names the caller's feature
   */
  byte[] write(ModelRequest request, Target target, WarningSink warnings);
}
