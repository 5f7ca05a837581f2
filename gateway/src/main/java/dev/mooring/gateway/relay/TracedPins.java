package dev.mooring.gateway.relay;

import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import dev.mooring.gateway.telemetry.CallSpan;
import dev.mooring.gateway.telemetry.RequestTrace;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The pins as one traced request sees them: each call is a span. */
record TracedPins(PinStore pins, RequestTrace trace) implements PinStore {
  @Override
  public CompletionStage<List<PinState>> read(SessionKey session, List<String> models) {
    CallSpan span = trace.store("pins.read");
    return pins.read(session, models).whenComplete((found, failure) -> end(span, failure != null));
  }

  @Override
  public CompletionStage<PinWrite.Result> write(PinWrite write) {
    return traced(write, pins::write);
  }

  @Override
  public CompletionStage<PinWrite.Result> writeWithTurn(PinWrite write) {
    return traced(write, pins::writeWithTurn);
  }

  private CompletionStage<PinWrite.Result> traced(
      PinWrite write, Function<PinWrite, CompletionStage<PinWrite.Result>> call) {
    String operation = write.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    CallSpan span = trace.store("pins." + operation);
    return call.apply(write).whenComplete((result, failure) -> end(span, failure != null));
  }

  @Override
  public void close() {
    pins.close();
  }

  /** Ends the span of a call to the store. */
  static void end(CallSpan span, boolean failed) {
    span.ended(failed ? "unavailable" : null);
  }
}
