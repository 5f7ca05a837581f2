package dev.mooring.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The overlays of {@code k8s/}. */
class OverlaysTest {
  private static final Path OVERLAYS = Path.of("overlays");

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {"single", "redis", "ha"})
  void everyRuleHoldsForEachOverlay(String overlay) {
    ManifestRules.hold(Manifests.of(Kustomization.render(OVERLAYS.resolve(overlay))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "redis", "ha"})
  void kubectlMakesTheSameOfEachOverlay(String overlay) throws Exception {
    Path kubectl = kubectl();
    Process process =
        new ProcessBuilder(kubectl.toString(), "kustomize", OVERLAYS.resolve(overlay).toString())
            .redirectError(folder.resolve("log").toFile())
            .start();
    String yaml = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("log"))).isZero();
    assertThat(byId(Kustomization.render(OVERLAYS.resolve(overlay))))
        .isEqualTo(byId(Yaml.documents(yaml)));
  }

  @Test
  void everyOverlaySelectsTheSamePods() {
    for (String overlay : List.of("single", "redis", "ha")) {
      Deployment gateway =
          ManifestRules.gateway(Manifests.of(Kustomization.render(OVERLAYS.resolve(overlay))));
      assertThat(gateway.getSpec().getSelector().getMatchLabels())
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  "app.kubernetes.io/name",
                  "mooring",
                  "app.kubernetes.io/instance",
                  "mooring",
                  "app.kubernetes.io/component",
                  "gateway"));
    }
  }

  @Test
  void aMisspeltFieldIsFound() {
    Manifests manifests =
        Manifests.of(
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: { name: a }
            spec: { replicsa: 1, template: { spec: { containers: [{ imagePullPolcy: Always }] } } }
            """);
    assertThat(manifests.unknownFields())
        .containsExactlyInAnyOrder(
            "Deployment/a.Spec.replicsa",
            "Deployment/a.Spec.Template.Spec.Containers[0].imagePullPolcy");
  }

  @Test
  void whatTheRendererDoesNotKnowIsRefused() throws IOException {
    Files.writeString(folder.resolve("kustomization.yaml"), "namePrefix: a-");
    assertThatThrownBy(() -> Kustomization.render(folder)).hasMessageContaining("namePrefix");
  }

  private static Map<String, Map<String, Object>> byId(List<Map<String, Object>> manifests) {
    Map<String, Map<String, Object>> byId = new LinkedHashMap<>();
    manifests.forEach(manifest -> byId.put(Kustomization.id(manifest), manifest));
    assertThat(byId).hasSameSizeAs(manifests);
    return byId;
  }

  private static Path kubectl() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      Path file = Path.of(folder, "kubectl");
      if (Files.isExecutable(file)) {
        return file;
      }
    }
    return Assumptions.abort("kubectl is not installed");
  }
}
