package dev.mooring.gateway.relay;

import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.Sorting;
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
  static void write(JsonText json, Sorting sorting, List<PlanCandidate> planned) {
    json.object("sort");
    json.put("option", sorting.option());
    json.array("executionOrder");
    for (String provider : RoutingReport.providers(planned)) {
      json.add(provider);
    }
    json.endArray();
    json.object("metrics");
    for (Map.Entry<String, OptionalDouble> metric : sorting.metrics().entrySet()) {
      if (metric.getValue().isPresent()) {
        json.put(metric.getKey(), metric.getValue().getAsDouble());
      }
    }
    json.endObject();
    json.array("deprioritizedProviders");
    for (String provider : sorting.deprioritizedProviders()) {
      json.add(provider);
    }
    json.endArray();
    json.endObject();
  }
}
