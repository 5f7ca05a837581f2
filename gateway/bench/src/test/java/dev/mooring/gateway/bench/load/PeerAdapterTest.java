package dev.mooring.gateway.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.bench.load.ProxyFiles.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Adapters of other gateways. */
final class PeerAdapterTest {
  private static final Ports UPSTREAM = new Ports(7001, 7002);

  @Test
  void everyAdapterFillsInPortsAndFolder(@TempDir Path folder) throws IOException {
    for (PeerAdapter adapter : PeerAdapter.all()) {
      List<String> command = adapter.command("program", folder, 7003, UPSTREAM);
      Subject subject = adapter.subject(7003, 1, UPSTREAM);

      assertThat(String.join(" ", command)).startsWith("program ").contains("7003");
      assertThat(command + subject.documents().headers().toString()).doesNotContain("{port}");
      for (String file : adapter.files().keySet()) {
        assertThat(Files.readString(folder.resolve(file)))
            .contains("7001", "7002")
            .doesNotContain("{documents}", "{streams}");
      }
    }
  }

  @Test
  void aPeerByUrlIsCalledThere() {
    Subject peer = PeerAdapter.named("other").subject("other", "http://127.0.0.1:4000");

    assertThat(peer.documents().port()).isEqualTo(4000);
    assertThat(peer.documents().path()).isEqualTo("/v1/chat/completions");
    assertThat(peer.pid()).isNull();
  }
}
