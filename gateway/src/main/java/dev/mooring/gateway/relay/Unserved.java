package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.ApiError;
import dev.mooring.gateway.limits.Refusal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Answers a request that nobody serves: with an error of ours, or with a provider's. */
final class Unserved {
  private final CallerAnswer answer;
  private final RoutingReport report;
  private @Nullable String told;

  Unserved(CallerAnswer answer, RoutingReport report) {
    this.answer = answer;
    this.report = report;
  }

  /** What was told, without a provider's words; null where nothing was. */
  @Nullable String told() {
    return told;
  }

  /**
   * Answers with an error in the caller's API, as the stream's last event where it has begun.
   *
   * @param planned whether there was a plan, of which the answer tells
   * @return the status
   */
  int refuse(ApiError error, boolean planned) {
    told = told == null ? error.message() : told;
    answer.refuse(error, planned ? report.json(null) : null);
    return error.status();
  }

  /** The same for later: after a wait it may be served. */
  int refuse(RetryLaterException later) {
    answer.header("retry-after", RetryAfter.header(later.waiting()));
    return refuse(later.error(), true);
  }

  /** The same since a limit of the caller's is reached. */
  int refuse(Refusal refusal) {
    refusal.headers().forEach(answer::header);
    Duration wait = refusal.retryAfter();
    if (wait != null) {
      answer.header("retry-after", RetryAfter.header(wait));
    }
    return refuse(refusal.error(), true);
  }

  /** Answers after all candidates have failed; gives the status. */
  int giveUp(Failures failures) {
    Failure telling = failures.telling();
    Duration wait = failures.patience(telling);
    if (wait != null && !answer.begun()) {
      answer.header("retry-after", RetryAfter.header(wait));
    }
    return pass(telling);
  }

  /** Answers with a failure, in the provider's own words where it has any; gives the status. */
  int pass(Failure failure) {
    Failure.Answer upstream = failure.answer();
    told = failure.step();
    if (upstream == null || answer.begun()) {
      return refuse(failure.error(), true);
    }
    answer.passOn(upstream, failure.error(), report.json(null));
    return upstream.status();
  }
}
