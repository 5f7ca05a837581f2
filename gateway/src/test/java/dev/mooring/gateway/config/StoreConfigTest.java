package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The store's configuration. */
class StoreConfigTest {

  @Test
  void hasDefaults() {
    assertThat(ConfigText.valid(ConfigText.MINIMAL).store())
        .isEqualTo(new StoreConfig(StoreConfig.Type.MEMORY, 1_000_000, 512L << 20));
  }

  @Test
  void mapsEveryField() {
    String yaml =
        ConfigText.MINIMAL
            + """
            store: { type: memory, memory: { maxEntries: 10, maxBytes: 64KiB } }
            """;
    assertThat(ConfigText.valid(yaml).store())
        .isEqualTo(new StoreConfig(StoreConfig.Type.MEMORY, 10, 65536));
  }
}
