package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.StreamReader;
import dev.mooring.gateway.routing.ModelPlan;
import io.vertx.core.http.HttpClientResponse;
import java.util.function.Consumer;

/** What follows from the course of one relayed stream, and what its events tell of its way. */
final class StreamEnd implements StreamRelay.Listener {
  private final Settlement settlement;
  private final RoutingReport report;
  private final ModelPlan plan;
  private final Attempt attempt;
  private final HttpClientResponse response;
  private final Consumer<Failure> onFailedEarly;
  private final Runnable onEnded;
  private final Runnable onStalled;
  private boolean well = true;

  /**
   * @param onFailedEarly hears of a failure after which another candidate may try
   * @param onEnded runs when all that the caller gets was sent
   * @param onStalled runs when the caller reads no more
   */
  StreamEnd(
      Settlement settlement,
      RoutingReport report,
      ModelPlan plan,
      Attempt attempt,
      HttpClientResponse response,
      Consumer<Failure> onFailedEarly,
      Runnable onEnded,
      Runnable onStalled) {
    this.settlement = settlement;
    this.report = report;
    this.plan = plan;
    this.attempt = attempt;
    this.response = response;
    this.onFailedEarly = onFailedEarly;
    this.onEnded = onEnded;
    this.onStalled = onStalled;
  }

  @Override
  public void released() {
    report.answering();
  }

  @Override
  public void accepted() {
    settlement.accepted(plan, attempt, response.statusCode());
  }

  @Override
  public void failedEarly(Failure failure) {
    onFailedEarly.accept(failure);
  }

  @Override
  public byte[] broke(StreamReader reader, Failure failure) {
    well = false;
    settlement.broke(attempt.candidate(), failure);
    return report.json(reader.usage());
  }

  @Override
  public void ended(StreamReader reader) {
    try {
      settlement.ended(attempt.candidate(), response, reader.usage(), reader.issued(), well);
    } finally {
      onEnded.run();
    }
  }

  @Override
  public void callerStalled() {
    onStalled.run();
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
