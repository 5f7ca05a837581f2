package dev.mooring.gateway.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where traces go.
 *
 * @param endpoint the URL that spans are posted to by OTLP over HTTP; null for no traces
 * @param headers what is sent along, secrets among it
 * @param sampleRatio the share of traces that are kept, where the caller's did not decide: 0 to 1
 * @param groupTracesBySession whether all turns of a session are one trace
 */
public record TracingConfig(
    @Nullable String endpoint,
    Map<String, String> headers,
    double sampleRatio,
    boolean groupTracesBySession) {
  /** No traces. */
  public static final TracingConfig OFF = new TracingConfig(null, Map.of(), 1, false);

  @Override
  public String toString() {
    return "TracingConfig[endpoint="
        + endpoint
        + ", headers="
        + headers.keySet()
        + ", sampleRatio="
        + sampleRatio
        + ", groupTracesBySession="
        + groupTracesBySession
        + "]";
  }
}
