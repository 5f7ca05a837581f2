package dev.mooring.gateway.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.bench.load.ProxyFiles.Ports;
import dev.mooring.gateway.config.ConfigLoader;
import dev.mooring.gateway.config.LoadedConfig;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The configuration that is measured. */
final class GatewayFileTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ type: memory }",
        "{ type: redis, redis: { uri: \"redis://127.0.0.1:6379\", keyPrefix: \"bench1:\" } }"
      })
  void itIsValidWithEitherStore(String store) {
    String text = GatewayFile.text(1, 2, store, new Ports(3, 4));

    assertThat(ConfigLoader.parse("mooring.yaml", text, Map.of()))
        .isInstanceOf(LoadedConfig.Valid.class);
  }
}
