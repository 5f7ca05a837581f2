package dev.mooring.gateway.relay;

import dev.mooring.affinity.PromptSize;
import dev.mooring.gateway.api.Continuity;
import dev.mooring.gateway.api.JsonAnswer;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.api.UpstreamError;
import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.routing.ModelPlan;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/** What follows from one whole answer, be it a turn's or a side route's. */
final class JsonEnd {
  private final Settlement settlement;
  private final RoutingReport report;
  private final ModelPlan plan;
  private final Attempt attempt;
  private final HttpClientResponse response;
  private final Operation operation;
  private final AnswerForm form;
  private byte[] sent = {};

  JsonEnd(
      Settlement settlement,
      RoutingReport report,
      ModelPlan plan,
      Attempt attempt,
      HttpClientResponse response,
      Operation operation,
      AnswerForm form) {
    this.settlement = settlement;
    this.report = report;
    this.plan = plan;
    this.attempt = attempt;
    this.response = response;
    this.operation = operation;
    this.form = form;
  }

  /**
   * Takes the answer's body.
   *
   * @param begun whether the caller is being sent a stream already
   * @return what is wrong with it; null where the provider has accepted by it
   */
  @Nullable Failure take(Api api, byte[] body, boolean begun) {
    if (!operation.chat()) {
      sent = body;
      SideAnswer beside = SideAnswer.read(operation, body);
      served(beside.usage(), beside.issued(), body);
      return null;
    }
    try {
      JsonAnswer read = JsonAnswer.read(api, body);
      UpstreamError error = read.error();
      if (error != null) {
        return Failure.told(error);
      }
      if (begun) {
        return Failure.unfit("the provider answered a request for a stream without one");
      }
      if (form.translated()) {
        read = JsonAnswer.read(api, form.whole(body));
      }
      Usage usage = form.translated() ? form.usage() : read.usage();
      served(usage, read.issued(), body);
      sent = read.withMetadata(report.json(usage));
      return null;
    } catch (MalformedAnswerException e) {
      return Failure.broken(
          form.translated()
              ? "the provider's answer is not what its API has"
              : "the provider's answer is no JSON object");
    }
  }

  /** Sends the answer to its caller. */
  void send(CallerAnswer answer) {
    String type = response.getHeader(HttpHeaders.CONTENT_TYPE);
    answer.whole(
        response.statusCode(), response.headers(), type == null ? CallerAnswer.JSON : type, sent);
  }

  private void served(@Nullable Usage usage, Continuity issued, byte[] body) {
    settlement.accepted(plan, attempt, response.statusCode(), true);
    long seen = PromptSize.estimatedTokens(body.length);
    settlement.ended(attempt.candidate(), response, usage, seen, issued, true);
  }
}
