package dev.mooring.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.LoadedConfig;
import dev.mooring.gateway.config.ServerConfig;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Lifecycle;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What holds for the manifests of every installation, by Kustomize or by Helm. */
public final class ManifestRules {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  private static final int LONGEST_NAME = 62;

  private ManifestRules() {}

  /** Every rule of this class. */
  public static void hold(Manifests manifests) {
    assertThat(manifests.unknownFields()).isEmpty();
    namesFit(manifests);
    manifests.all(Deployment.class).forEach(ManifestRules::isRestricted);
    servicesSelectPods(manifests);
    Deployment gateway = gateway(manifests);
    isSafeToRoll(gateway);
    LoadedConfig.Valid config = config(manifests);
    portsAreThoseOfTheConfiguration(gateway, config);
    graceCoversTheDrain(gateway, config);
    budgetsLeaveSomething(manifests);
  }

  /** The gateway's Deployment. */
  public static Deployment gateway(Manifests manifests) {
    List<Deployment> found =
        manifests.all(Deployment.class).stream()
            .filter(
                deployment ->
                    "gateway"
                        .equals(
                            deployment
                                .getSpec()
                                .getSelector()
                                .getMatchLabels()
                                .get("app.kubernetes.io/component")))
            .toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  /** The gateway's configuration as the gateway itself reads it. */
  public static LoadedConfig.Valid config(Manifests manifests) {
    String name =
        gateway(manifests).getSpec().getTemplate().getSpec().getVolumes().stream()
            .filter(volume -> volume.getName().equals("config"))
            .findFirst()
            .orElseThrow()
            .getConfigMap()
            .getName();
    String yaml =
        Objects.requireNonNull(
            manifests.get(ConfigMap.class, name).getData().get("mooring.yaml"), "mooring.yaml");
    LoadedConfig loaded = ConfigLoader.parse("mooring.yaml", yaml, environment(yaml));
    assertThat(loaded).as(yaml).isInstanceOf(LoadedConfig.Valid.class);
    assertThat(((LoadedConfig.Valid) loaded).warnings()).isEmpty();
    return (LoadedConfig.Valid) loaded;
  }

  /** Every variable that a configuration names, with some value. */
  private static Map<String, String> environment(String yaml) {
    Map<String, String> environment = new HashMap<>();
    Matcher matcher = VARIABLE.matcher(yaml);
    while (matcher.find()) {
      environment.put(matcher.group(1), "value-of-" + matcher.group(1));
    }
    return environment;
  }

  private static void namesFit(Manifests manifests) {
    for (HasMetadata object : manifests.all()) {
      assertThat(object.getMetadata().getName())
          .matches(NAME)
          .hasSizeLessThanOrEqualTo(LONGEST_NAME);
    }
    assertThat(
            manifests.all().stream()
                .map(object -> object.getKind() + "/" + object.getMetadata().getName()))
        .doesNotHaveDuplicates();
  }

  /** The restricted Pod Security Standard, and what it does not ask for but we do. */
  private static void isRestricted(Deployment deployment) {
    PodSpec pod = deployment.getSpec().getTemplate().getSpec();
    assertThat(pod.getAutomountServiceAccountToken()).isFalse();
    assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(pod.getSecurityContext().getRunAsUser()).isPositive();
    assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
    for (Container container : pod.getContainers()) {
      assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
      assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
      assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
      assertThat(container.getImage()).contains(":").doesNotEndWith(":latest");
      assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
      assertThat(container.getResources().getLimits())
          .containsEntry("memory", container.getResources().getRequests().get("memory"));
      assertThat(container.getReadinessProbe()).isNotNull();
      assertThat(container.getLivenessProbe()).isNotNull();
    }
    assertThat(deployment.getSpec().getTemplate().getMetadata().getLabels())
        .containsAllEntriesOf(deployment.getSpec().getSelector().getMatchLabels());
  }

  private static void servicesSelectPods(Manifests manifests) {
    for (Service service : manifests.all(Service.class)) {
      List<Deployment> selected =
          manifests.all(Deployment.class).stream()
              .filter(
                  deployment ->
                      deployment
                          .getSpec()
                          .getTemplate()
                          .getMetadata()
                          .getLabels()
                          .entrySet()
                          .containsAll(service.getSpec().getSelector().entrySet()))
              .toList();
      assertThat(selected).as(service.getMetadata().getName()).hasSize(1);
      List<String> ports =
          selected
              .get(0)
              .getSpec()
              .getTemplate()
              .getSpec()
              .getContainers()
              .get(0)
              .getPorts()
              .stream()
              .map(port -> port.getName())
              .toList();
      service
          .getSpec()
          .getPorts()
          .forEach(port -> assertThat(ports).contains(port.getTargetPort().getStrVal()));
    }
  }

  private static void isSafeToRoll(Deployment gateway) {
    var rolling = gateway.getSpec().getStrategy().getRollingUpdate();
    assertThat(rolling.getMaxUnavailable().getIntVal()).isZero();
    assertThat(rolling.getMaxSurge().getIntVal()).isEqualTo(1);
    Container container = gateway.getSpec().getTemplate().getSpec().getContainers().get(0);
    assertThat(container.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/readyz");
    assertThat(container.getStartupProbe().getHttpGet().getPath()).isEqualTo("/readyz");
    assertThat(container.getLivenessProbe().getHttpGet().getPath()).isEqualTo("/livez");
  }

  private static void portsAreThoseOfTheConfiguration(
      Deployment gateway, LoadedConfig.Valid config) {
    Map<String, Integer> ports = new HashMap<>();
    gateway
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .get(0)
        .getPorts()
        .forEach(port -> ports.put(port.getName(), port.getContainerPort()));
    assertThat(ports)
        .containsEntry("http", config.config().server().port())
        .containsEntry("management", config.config().management().port());
    assertThat(config.config().server().host()).isEqualTo("0.0.0.0");
    assertThat(config.config().management().host()).isEqualTo("0.0.0.0");
  }

  private static void graceCoversTheDrain(Deployment gateway, LoadedConfig.Valid config) {
    PodSpec pod = gateway.getSpec().getTemplate().getSpec();
    Lifecycle hooks = pod.getContainers().get(0).getLifecycle();
    long preStop = hooks == null ? 0 : hooks.getPreStop().getSleep().getSeconds();
    ServerConfig server = config.config().server();
    assertThat(server.drainDelay()).isPositive();
    assertThat(Duration.ofSeconds(pod.getTerminationGracePeriodSeconds()))
        .isGreaterThan(server.drainDelay().plus(server.drainTimeout()).plusSeconds(preStop));
  }

  private static void budgetsLeaveSomething(Manifests manifests) {
    for (PodDisruptionBudget budget : manifests.all(PodDisruptionBudget.class)) {
      assertThat(
              List.of(
                      budget.getSpec().getMinAvailable() != null,
                      budget.getSpec().getMaxUnavailable() != null)
                  .stream()
                  .filter(set -> set))
          .hasSize(1);
    }
  }
}
