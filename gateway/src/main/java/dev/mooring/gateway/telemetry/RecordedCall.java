package dev.mooring.gateway.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The span of one call. */
record RecordedCall(Span span, Context context) implements CallSpan {
  @Override
  public void propagate(BiConsumer<String, String> header) {
    W3CTraceContextPropagator.getInstance()
        .inject(
            context,
            header,
            (carrier, name, value) -> {
              if (carrier != null) {
                carrier.accept(name, value);
              }
            });
  }

  @Override
  public void status(int status) {
    if (status > 0) {
      span.setAttribute(AttributeKey.longKey("http.response.status_code"), status);
    }
  }

  @Override
  public void ended(@Nullable String failure) {
    if (failure != null) {
      span.setStatus(StatusCode.ERROR);
      span.setAttribute("error.type", failure);
    }
    span.end();
  }
}
