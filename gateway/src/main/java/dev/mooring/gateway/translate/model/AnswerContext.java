package dev.mooring.gateway.translate.model;

import java.time.Instant;
import java.util.List;

/**
 * What writing an answer needs to know of its request.
 *
 * @param model the model as the caller asked for it
 * @param id a text that no other request has, for ids where the provider gives none: letters,
 *     digits and {@code _}
 * @param at when the answer began
 * @param callerVersion the version of the caller's protocol where it has several (the AI SDK's
 *     specification version 2, 3 or 4), else 0
 * @param warnings what the caller is told of its request, for formats that have a place for it
 */
public record AnswerContext(
    String model,
    String id,
    Instant at,
    ModelRequest request,
    int callerVersion,
    List<AnswerWarning> warnings) {

  /** The same without warnings. */
  public AnswerContext(
      String model, String id, Instant at, ModelRequest request, int callerVersion) {
    this(model, id, at, request, callerVersion, List.of());
  }
}
