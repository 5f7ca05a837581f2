package dev.mooring.gateway.relay;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.Sorting;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * {@code routing.sort} of the metadata: how the request's {@code sort} ordered the providers. Those
 * of which nothing is known have no metric.
 */
final class SortReport {
  private SortReport() {}

  /**
   * Writes the field.
   *
   * @param planned the candidates in routing's order
   */
  static void write(JsonGenerator json, Sorting sorting, List<PlanCandidate> planned)
      throws IOException {
    json.writeObjectFieldStart("sort");
    json.writeStringField("option", sorting.option());
    json.writeArrayFieldStart("executionOrder");
    for (String provider : RoutingReport.providers(planned)) {
      json.writeString(provider);
    }
    json.writeEndArray();
    json.writeObjectFieldStart("metrics");
    for (Map.Entry<String, OptionalDouble> metric : sorting.metrics().entrySet()) {
      if (metric.getValue().isPresent()) {
        json.writeNumberField(metric.getKey(), metric.getValue().getAsDouble());
      }
    }
    json.writeEndObject();
    json.writeArrayFieldStart("deprioritizedProviders");
    for (String provider : sorting.deprioritizedProviders()) {
      json.writeString(provider);
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
