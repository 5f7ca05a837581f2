package dev.mooring.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.GatewayConfig;
import dev.mooring.gateway.config.RedisTlsConfig;
import dev.mooring.k8s.ManifestRules;
import dev.mooring.k8s.Manifests;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The chart with every value set of {@code ci/}. */
class ValueSetsTest {
  private static final Chart CHART = Chart.MOORING;

  @TempDir Path folder = Path.of("");

  static List<Path> valueSets() {
    return CHART.valueSets();
  }

  @Test
  void theStrictLinterIsContent() {
    assertThat(CHART.lint().isFailed()).as(CHART.lint().getMessages().toString()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void everyRuleHoldsForEachValueSet(Path values) {
    ManifestRules.hold(Manifests.of(CHART.render(values)));
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void renderedTwiceItIsTheSameByteByByte(Path values) {
    assertThat(CHART.render(values)).isEqualTo(CHART.render(values));
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void selectorsAreStableAcrossUpgrades(Path values) {
    Manifests now = Manifests.of(CHART.render(values));
    Manifests next =
        Manifests.of(
            CHART
                .copyWith(folder, "Chart.yaml", "version: 0.1.0", "version: 7.8.9")
                .render(values, "image.tag", "7.8.9", "podLabels.added", "later"));
    assertThat(selector(next))
        .isEqualTo(selector(now))
        .containsOnlyKeys(
            "app.kubernetes.io/name", "app.kubernetes.io/instance", "app.kubernetes.io/component");
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void theTestHookIsAPodOfTheRestrictedKind(Path values) {
    Manifests manifests =
        Manifests.of(
            CHART
                .copyWith(folder, "templates/tests/connection.yaml", "helm.sh/hook: test", "a: b")
                .render(values));
    assertThat(manifests.unknownFields()).isEmpty();
    assertThat(manifests.all(Pod.class)).hasSize(1);
    Pod pod = manifests.all(Pod.class).get(0);
    assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Never");
    assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
    assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(pod.getMetadata().getLabels()).containsEntry("app.kubernetes.io/component", "test");
    pod.getSpec()
        .getContainers()
        .forEach(
            container ->
                assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue());
  }

  @ParameterizedTest
  @MethodSource("valueSets")
  void theNotesNameTheNextThreeCommands(Path values) {
    String name = ManifestRules.gateway(Manifests.of(CHART.render(values))).getMetadata().getName();
    assertThat(CHART.installation(values).split("NOTES:\n", -1)[1])
        .contains("kubectl -n llm rollout status deployment/" + name + "\n")
        .contains("kubectl -n llm port-forward service/" + name + " 8080:")
        .contains("curl -H \"Authorization: Bearer $MOORING_CLIENT_KEY\"");
  }

  @Test
  void aLongReleaseNameStillFits() {
    String release = "a-release-name-of-fifty-three-letters-which-is-the-mo";
    assertThat(release).hasSize(53);
    ManifestRules.hold(Manifests.of(CHART.render(release, CHART.valueSet("trial"))));
  }

  @Test
  void aChangedConfigurationRollsThePodsUnlessTheyReloadIt() {
    Path values = CHART.valueSet("single");
    assertThat(checksum(CHART.render(values)))
        .isNotNull()
        .isEqualTo(checksum(CHART.render(values, "image.tag", "other")))
        .isNotEqualTo(checksum(CHART.render(values, "drainSeconds", 30)));
    assertThat(checksum(CHART.render(values, "rollOnConfigChange", false))).isNull();
  }

  @Test
  void aBudgetOfNoneIsRespected() {
    assertThat(budget("cluster").getMaxUnavailable().getIntVal()).isZero();
    assertThat(budget("autoscaling").getMinAvailable().getIntVal()).isZero();
    assertThat(budget("single").getMaxUnavailable().getIntVal()).isEqualTo(1);
    assertThat(budget("ha").getMinAvailable().getIntVal()).isEqualTo(2);
    assertThat(Manifests.of(CHART.render(CHART.valueSet("open"))).all(PodDisruptionBudget.class))
        .isEmpty();
  }

  @Test
  void theAutoscalerOwnsTheNumberOfReplicas() {
    Manifests manifests = Manifests.of(CHART.render(CHART.valueSet("autoscaling")));
    assertThat(ManifestRules.gateway(manifests).getSpec().getReplicas()).isNull();
    HorizontalPodAutoscaler autoscaler = manifests.all(HorizontalPodAutoscaler.class).get(0);
    assertThat(autoscaler.getSpec().getMetrics()).hasSize(2);
    assertThat(autoscaler.getSpec().getMetrics().get(1).getPods().getMetric().getName())
        .isEqualTo("mooring_requests_running");
    assertThat(autoscaler.getSpec().getBehavior().getScaleDown().getStabilizationWindowSeconds())
        .isEqualTo(300);
  }

  @Test
  void streamsPassTheIngressUnbuffered() {
    Ingress nginx = Manifests.of(CHART.render(CHART.valueSet("ha"))).all(Ingress.class).get(0);
    assertThat(nginx.getMetadata().getAnnotations())
        .containsEntry("nginx.ingress.kubernetes.io/proxy-buffering", "off")
        .containsEntry("nginx.ingress.kubernetes.io/proxy-request-buffering", "off")
        .containsEntry("nginx.ingress.kubernetes.io/proxy-body-size", "64m");
    Ingress haproxy =
        Manifests.of(CHART.render(CHART.valueSet("autoscaling"))).all(Ingress.class).get(0);
    assertThat(haproxy.getMetadata().getAnnotations())
        .containsEntry("haproxy.org/timeout-server", "2h");
    assertThat(haproxy.getSpec().getRules()).hasSize(2);
    HTTPRoute route =
        Manifests.of(CHART.render(CHART.valueSet("cluster"))).all(HTTPRoute.class).get(0);
    assertThat(route.getSpec().getRules().get(0).getTimeouts().getRequest()).isEqualTo("0s");
  }

  @Test
  void prometheusIsGivenTheToken() {
    GenericKubernetesResource monitor =
        Manifests.of(CHART.render(CHART.valueSet("ha")))
            .all(GenericKubernetesResource.class)
            .stream()
            .filter(object -> object.getKind().equals("ServiceMonitor"))
            .findFirst()
            .orElseThrow();
    assertThat((String) monitor.get("spec", "endpoints", 0, "authorization", "credentials", "name"))
        .isEqualTo("mooring-keys");
    assertThat((String) monitor.get("spec", "endpoints", 0, "port")).isEqualTo("management");
  }

  @Test
  void theFilesThatRedisIsReachedWithAreMountedWhereTheConfigurationNamesThem() {
    Manifests manifests = Manifests.of(CHART.render(CHART.valueSet("redis")));
    RedisTlsConfig tls =
        Objects.requireNonNull(ManifestRules.config(manifests).config().store().redis()).tls();
    PodSpec pod = ManifestRules.gateway(manifests).getSpec().getTemplate().getSpec();
    VolumeMount mount =
        pod.getContainers().get(0).getVolumeMounts().stream()
            .filter(each -> each.getName().equals("redis-tls"))
            .findFirst()
            .orElseThrow();
    assertThat(List.of(String.valueOf(tls.caFile()), String.valueOf(tls.certificateFile())))
        .containsExactly(mount.getMountPath() + "/ca.crt", mount.getMountPath() + "/tls.crt");
    assertThat(tls.keyFile()).isEqualTo(mount.getMountPath() + "/tls.key");
    assertThat(pod.getVolumes())
        .anyMatch(
            volume ->
                volume.getName().equals("redis-tls")
                    && volume.getSecret().getSecretName().equals("mooring-redis-tls"));
  }

  @Test
  void rulesTracesAndRetentionReachTheGateway() {
    GatewayConfig config =
        ManifestRules.config(Manifests.of(CHART.render(CHART.valueSet("redis")))).config();
    assertThat(config.routing().rules())
        .singleElement()
        .matches(rule -> rule.name().equals("agents"));
    assertThat(config.tracing().sampleRatio()).isEqualTo(0.1);
    assertThat(config.store().retention().sessions()).isEqualTo(Duration.ofDays(14));
    assertThat(config.store().retention().events()).isEqualTo(Duration.ofDays(2));
  }

  @Test
  void largeNumbersAreWrittenOut() {
    assertThat(CHART.render(CHART.valueSet("ha"))).contains("maxBodyBytes: 67108864");
  }

  private static Map<String, String> selector(Manifests manifests) {
    return ManifestRules.gateway(manifests).getSpec().getSelector().getMatchLabels();
  }

  private static @org.jspecify.annotations.Nullable String checksum(String yaml) {
    Map<String, String> annotations =
        ManifestRules.gateway(Manifests.of(yaml))
            .getSpec()
            .getTemplate()
            .getMetadata()
            .getAnnotations();
    return annotations == null ? null : annotations.get("checksum/config");
  }

  private static io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetSpec budget(
      String values) {
    return Manifests.of(CHART.render(CHART.valueSet(values)))
        .all(PodDisruptionBudget.class)
        .get(0)
        .getSpec();
  }
}
