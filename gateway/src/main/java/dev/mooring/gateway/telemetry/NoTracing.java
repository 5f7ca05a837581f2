package dev.mooring.gateway.telemetry;

import dev.mooring.affinity.Session;
import dev.mooring.gateway.api.Usage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** No traces at all. */
final class NoTracing implements Tracing {
  @Override
  public boolean on() {
    return false;
  }

  @Override
  public RequestTrace begin(Request request) {
    return RequestTrace.NONE;
  }

  @Override
  public CompletionStage<Void> close() {
    return CompletableFuture.completedFuture(null);
  }

  /** The trace that is not made. */
  static final class Trace implements RequestTrace {
    @Override
    public boolean on() {
      return false;
    }

    @Override
    public void identified(@Nullable Session session, boolean inClear) {}

    @Override
    public void decided(String outcome) {}

    @Override
    public CallSpan attempt(Upstream upstream) {
      return CallSpan.NONE;
    }

    @Override
    public CallSpan store(String call) {
      return CallSpan.NONE;
    }

    @Override
    public void served(Upstream upstream, @Nullable Usage usage) {}

    @Override
    public void ended(int status) {}
  }

  /** The span that is not made. */
  static final class Span implements CallSpan {
    @Override
    public void propagate(BiConsumer<String, String> header) {}

    @Override
    public void status(int status) {}

    @Override
    public void ended(@Nullable String failure) {}
  }
}
