package dev.mooring.gateway.translate;

import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerWarning;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.ToolNames;
import dev.mooring.gateway.translate.model.WarningSink;
import java.time.Instant;
import java.util.List;

/**
 * A caller's request, read once and written for every provider of another format that it is tried
 * on.
 */
public final class TranslatedRequest {
  private final Api api;
  private final ModelRequest request;

  /** The same under names of tools that every provider takes. */
  private final ModelRequest sent;

  /**
   * Reads a request.
   *
   * @param body as its envelope gives it for translation
   * @param warnings hears of what no provider of another format is asked for
   * @throws dev.mooring.gateway.api.InvalidRequestException where a field is at fault
   */
  public TranslatedRequest(Api api, byte[] body, WarningSink warnings) {
    this.api = api;
    this.request = Formats.requestReader(api).read(body, warnings);
    this.sent = ToolNames.fitted(request);
  }

  /**
   * The body for a provider.
   *
   * @param warnings hears of what the format cannot carry
   * @throws dev.mooring.gateway.api.InvalidRequestException where the answer would be wrong without
   *     something that the format cannot carry
   */
  public byte[] body(Dialect dialect, Target target, WarningSink warnings) {
    return Formats.requestWriter(dialect).write(sent, target, warnings);
  }

  /**
   * The way back of one answer.
   *
   * @param model the model as the caller asked for it
   * @param id a text that no other request has: letters, digits and {@code _}
   * @param callerVersion the version of the caller's protocol where it has several, else 0
   * @param warnings what the caller is told of its request
   */
  public TranslatedAnswer answer(
      Dialect from,
      String model,
      String id,
      Instant at,
      int callerVersion,
      List<AnswerWarning> warnings) {
    return new TranslatedAnswer(
        from, api, new AnswerContext(model, id, at, request, callerVersion, warnings));
  }
}
