package dev.mooring.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the chart refuses, and what it says. */
class RefusalsTest {
  private static final Chart CHART = Chart.MOORING;

  @TempDir Path folder = Path.of("");

  @Test
  void withoutASecretItSaysHowToMakeOne() {
    assertThatThrownBy(CHART::renderDefaults)
        .hasMessageContaining("kubectl create secret generic mooring-keys")
        .hasMessageContaining("set existingSecret to mooring-keys");
  }

  @Test
  void theNameOfASecretIsAllThatIsNeeded() {
    assertThat(CHART.renderDefaults("existingSecret", "mooring-keys")).contains("kind: Deployment");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replicaCount=2 | 2 gateways need a shared store",
        "autoscaling.enabled=true | 10 gateways need a shared store",
        "store.type=redis | set store.redis.uri or store.redis.cluster",
        "store.type=redis,store.redis.uri=redis://:${MOORING_REDIS_PASSWORD}@a | set"
            + " store.redis.existingSecret",
        "store.redis.tls.clientCertificate=true | set store.redis.tls.existingSecret",
        "store.type=redis,store.redis.tls.clientCertificate=true,store.redis.uri=rediss://a | set"
            + " store.redis.tls.existingSecret",
        "redis.enabled=true,store.redis.uri=redis://a | leave store.redis.uri",
        "terminationGracePeriodSeconds=69 | less than preStopSeconds + drainDelaySeconds +"
            + " drainSeconds (70)",
        "preStopSeconds=5,terminationGracePeriodSeconds=74 | (75): running streams would be cut",
        "podDisruptionBudget.minAvailable=0,podDisruptionBudget.maxUnavailable=0 | set minAvailable"
            + " or maxUnavailable",
        "ingress.enabled=true | ingress.hosts",
        "httpRoute.enabled=true | httpRoute.parentRefs",
        "redis.enabled=true,autoscaling.enabled=true,autoscaling.minReplicas=11 |"
            + " autoscaling.minReplicas is more",
      })
  void whatCannotWorkIsRefusedInWords(String settings, String message) {
    assertThatThrownBy(() -> CHART.render(CHART.valueSet("single"), pairs(settings)))
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "config: { teams: [] } | config.teams: name at least one client key",
        "config: { providers: [] } | config.providers: name at least one provider",
      })
  void aConfigurationWithoutKeysOrProvidersIsRefused(String yaml, String message)
      throws IOException {
    Path values = Files.writeString(folder.resolve("values.yaml"), "existingSecret: a\n" + yaml);
    assertThatThrownBy(() -> CHART.render(values)).hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replcaCount=2 | replcaCount",
        "image.tags=a | tags",
        "config.telemetri=a | telemetri",
        "config.server.port=81 | port",
        "store.redis.url=a | url",
        "store.type=etcd | type",
        "replicaCount=two | replicaCount",
        "service.port=0 | port",
        "podAntiAffinity=maybe | podAntiAffinity",
        "existingSecret=Not_A_Name | existingSecret",
        "store.redis.uri=http://a | uri",
        "store.redis.timeout=50 | timeout",
        "store.redis.tls.verify=some | verify",
        "store.retention.sessions=30 | sessions",
        "image.digest=sha256:abc | digest",
        "podDisruptionBudget.maxUnavailable=110% | maxUnavailable",
        "ingress.preset=traefik | preset",
      })
  void theSchemaRefusesWhatIsMisspeltOrMistyped(String settings, String field) {
    assertThatThrownBy(() -> CHART.render(CHART.valueSet("single"), pairs(settings)))
        .hasMessageContaining("values don't meet the specifications of the schema")
        .hasMessageContaining(field);
  }

  private static Object[] pairs(String settings) {
    return Arrays.stream(settings.split(",", -1))
        .flatMap(setting -> Arrays.stream(setting.split("=", 2)))
        .map(String::strip)
        .toArray();
  }
}
