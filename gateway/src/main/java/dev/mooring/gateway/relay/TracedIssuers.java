package dev.mooring.gateway.relay;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.gateway.telemetry.CallSpan;
import dev.mooring.gateway.telemetry.RequestTrace;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The issuers of ids as one traced request sees them: each call is a span. */
record TracedIssuers(IssuerStore issuers, RequestTrace trace) implements IssuerStore {
  @Override
  public CompletionStage<@Nullable Issuer> issuer(List<String> idHashes) {
    CallSpan span = trace.store("issuers.read");
    return issuers
        .issuer(idHashes)
        .whenComplete((found, failure) -> TracedPins.end(span, failure != null));
  }

  @Override
  public CompletionStage<Void> remember(List<String> idHashes, Issuer issuer) {
    CallSpan span = trace.store("issuers.remember");
    return issuers
        .remember(idHashes, issuer)
        .whenComplete((done, failure) -> TracedPins.end(span, failure != null));
  }
}
