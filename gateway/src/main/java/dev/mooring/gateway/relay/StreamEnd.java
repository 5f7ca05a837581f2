package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.StreamReader;
import dev.mooring.gateway.routing.ModelPlan;
import io.vertx.core.http.HttpClientResponse;

/** What follows from the course of one relayed stream, and what its events tell of its way. */
final class StreamEnd implements StreamListener {
  private final Settlement settlement;
  private final RoutingReport report;
  private final ModelPlan plan;
  private final Attempt attempt;
  private final HttpClientResponse response;
  private final Exchange exchange;
  private boolean well = true;

  StreamEnd(
      Settlement settlement,
      RoutingReport report,
      ModelPlan plan,
      Attempt attempt,
      HttpClientResponse response,
      Exchange exchange) {
    this.settlement = settlement;
    this.report = report;
    this.plan = plan;
    this.attempt = attempt;
    this.response = response;
    this.exchange = exchange;
  }

  @Override
  public void released() {
    report.answering();
    exchange.streaming();
  }

  @Override
  public void accepted() {
    settlement.accepted(plan, attempt, response.statusCode(), false);
  }

  @Override
  public void failedEarly(Failure failure) {
    exchange.failed(attempt, failure);
  }

  @Override
  public byte[] broke(StreamReader reader, Failure failure) {
    well = false;
    settlement.broke(attempt.candidate(), failure);
    return report.json(reader.usage());
  }

  @Override
  public void ended(StreamReader reader, long events) {
    try {
      settlement.ended(
          attempt.candidate(), response, reader.usage(), events, reader.issued(), well);
    } finally {
      exchange.streamed();
    }
  }

  @Override
  public void callerStalled() {
    exchange.hangUp();
  }

  @Override
  public void faulted() {
    exchange.faulted();
  }

  @Override
  public byte[] metadata(StreamReader reader) {
    return report.json(reader.usage());
  }

  @Override
  public byte[] usageMetadata(StreamReader reader) {
    return report.costJson(reader.usage());
  }
}
