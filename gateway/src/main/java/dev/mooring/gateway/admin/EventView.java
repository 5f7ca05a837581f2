package dev.mooring.gateway.admin;

import dev.mooring.affinity.SessionRecord.Event;

/** {@code Event} of the admin API. */
record EventView(
    String time,
    String session,
    String requestId,
    int attempt,
    String api,
    String model,
    String provider,
    String credential,
    String billingModel,
    String reason,
    long inputTokens,
    long cachedTokens,
    long outputTokens,
    int status,
    long latencyMillis) {

  /** An event of the log. */
  static EventView of(Event event) {
    return new EventView(
        event.time().toString(),
        event.session().hex(),
        event.requestId(),
        event.attempt(),
        event.api(),
        event.model(),
        event.provider(),
        event.credential(),
        event.billingModel(),
        event.reason().wireName(),
        event.tokens().input(),
        event.tokens().cached(),
        event.tokens().output(),
        event.status(),
        event.latency().toMillis());
  }
}
