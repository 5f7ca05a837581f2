package dev.mooring.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.k8s.Kustomization;
import dev.mooring.k8s.ManifestRules;
import dev.mooring.k8s.Manifests;
import dev.mooring.k8s.Yaml;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The overlays of {@code k8s/} set what the chart sets. */
class SameAsKustomizeTest {
  private static final Path OVERLAYS = Path.of("..", "k8s", "overlays");
  private static final Set<String> CHART_ONLY =
      Set.of("ServiceMonitor/mooring", "PrometheusRule/mooring", "ConfigMap/mooring-dashboard");
  private static final Set<String> HELM_LABELS =
      Set.of("helm.sh/chart", "app.kubernetes.io/version", "app.kubernetes.io/managed-by");

  @ParameterizedTest
  @CsvSource({"single,single", "redis,trial", "ha,ha"})
  void anOverlayIsTheChartWithAValueSet(String overlay, String valueSet) {
    List<Map<String, Object>> plain = Kustomization.render(OVERLAYS.resolve(overlay));
    String chart = Chart.MOORING.render(Chart.MOORING.valueSet(valueSet));
    assertThat(comparable(plain)).isEqualTo(comparable(Yaml.documents(chart)));
    assertThat(config(Manifests.of(plain))).isEqualTo(config(Manifests.of(chart)));
  }

  private static GatewayConfig config(Manifests manifests) {
    return ManifestRules.config(manifests).config();
  }

  /** Manifests by kind and name, without what only Helm writes and without the configuration. */
  private static Map<String, Map<String, Object>> comparable(List<Map<String, Object>> manifests) {
    Map<String, Map<String, Object>> comparable = new LinkedHashMap<>();
    for (Map<String, Object> manifest : manifests) {
      String id = Kustomization.id(manifest);
      if (!CHART_ONLY.contains(id)) {
        comparable.put(id, comparableOne(manifest));
      }
    }
    return comparable;
  }

  private static Map<String, Object> comparableOne(Map<String, Object> manifest) {
    Map<String, Object> result = new LinkedHashMap<>(manifest);
    Map<String, Object> metadata = new LinkedHashMap<>(inner(manifest, "metadata"));
    Map<String, Object> labels = new LinkedHashMap<>(inner(metadata, "labels"));
    labels.keySet().removeAll(HELM_LABELS);
    metadata.put("labels", labels);
    result.put("metadata", metadata);
    if ("ConfigMap".equals(manifest.get("kind"))) {
      result.put("data", inner(manifest, "data").keySet());
    }
    if ("Deployment".equals(manifest.get("kind"))) {
      result.put("spec", comparableSpec(inner(manifest, "spec")));
    }
    return result;
  }

  private static Map<String, Object> comparableSpec(Map<String, Object> spec) {
    Map<String, Object> result = new LinkedHashMap<>(spec);
    Map<String, Object> template = new LinkedHashMap<>(inner(spec, "template"));
    Map<String, Object> metadata = new LinkedHashMap<>(inner(template, "metadata"));
    metadata.remove("annotations");
    template.put("metadata", metadata);
    Map<String, Object> pod = new LinkedHashMap<>(inner(template, "spec"));
    pod.put(
        "containers",
        Yaml.list(pod.get("containers")).stream()
            .map(Yaml::map)
            .map(SameAsKustomizeTest::withEnvAsASet)
            .toList());
    template.put("spec", pod);
    result.put("template", template);
    return result;
  }

  private static Map<String, Object> withEnvAsASet(Map<String, Object> container) {
    Map<String, Object> result = new LinkedHashMap<>(container);
    result.put("env", Set.copyOf(Yaml.list(container.get("env"))));
    return result;
  }

  private static Map<String, Object> inner(Map<String, Object> map, String field) {
    return Yaml.map(Objects.requireNonNull(map.get(field), field));
  }
}
