package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.SimulatorConfig;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A node that goes down says so, takes nothing new, and finishes what it runs. */
class DrainTest {
  private static final SampleTurn API = SampleTurn.CHAT;
  private static final String CONFIG =
      """
      server: { port: 0, drainTimeout: %s }
      providers: [{ id: p, type: openai-compatible, baseUrl: "@0" }]
      models: [{ id: m, targets: [{ provider: p, model: m }] }]
      """;

  @Test
  void aRunningStreamFinishesWhileReadinessIsGoneAndNewConnectionsAreRefused() {
    try (Wire wire = Wire.of(CONFIG.formatted("20s"), SimulatorConfig.DEFAULTS)) {
      assertThat(wire.post(API.path(), API.document()).status()).isEqualTo(200);
      assertThat(wire.manage("/readyz").status()).isEqualTo(200);
      wire.simulator(0)
          .credential("default")
          .fault(Fault.stall(FaultKind.STALL_AFTER_EVENTS, 8, Duration.ofMillis(800)));
      try (OpenStream open = OpenStream.post(wire, API.path(), API.stream())) {
        assertThat(open.next()).isNotNull();
        int port = wire.gateway().apiPort();
        Future<Void> drained = wire.gateway().drainAndClose();
        Answer ready = wire.manage("/readyz");
        assertThat(ready.status()).isEqualTo(503);
        assertThat(ready.json().path("status").asText()).isEqualTo("draining");
        assertThat(wire.manage("/livez").status()).isEqualTo(200);
        await().atMost(Duration.ofSeconds(5)).until(() -> !accepts(port));
        assertThat(drained.isComplete()).isFalse();
        assertThat(open.rest()).endsWith("data: [DONE]\n\n").contains("\"finish_reason\":\"stop\"");
        Wire.await(drained);
      }
    }
  }

  @Test
  void duringTheDrainDelayReadinessIsGoneAndRequestsAreServedEachOnItsLastConnection() {
    try (Wire wire = Wire.of(CONFIG.formatted("20s, drainDelay: 3s"), SimulatorConfig.DEFAULTS)) {
      Answer before = wire.post(API.path(), API.document());
      assertThat(before.headers().firstValue("connection")).isEmpty();
      int port = wire.gateway().apiPort();
      Future<Void> drained = wire.gateway().drainAndClose();
      assertThat(wire.manage("/readyz").status()).isEqualTo(503);
      Answer during = wire.post(API.path(), API.document());
      assertThat(during.status()).isEqualTo(200);
      assertThat(during.header("connection")).isEqualTo("close");
      assertThat(accepts(port)).isTrue();
      assertThat(drained.isComplete()).isFalse();
      Wire.await(drained);
      assertThat(accepts(port)).isFalse();
    }
  }

  @Test
  void aStreamThatGoesOnForLongerThanTheDrainTimeoutIsCut() {
    try (Wire wire = Wire.of(CONFIG.formatted("300ms"), SimulatorConfig.DEFAULTS)) {
      wire.simulator(0).credential("default").fault(Fault.of(FaultKind.STALL_AFTER_EVENTS, 8));
      try (OpenStream open = OpenStream.post(wire, API.path(), API.stream())) {
        assertThat(open.next()).isNotNull();
        Wire.await(wire.gateway().drainAndClose());
        assertThatThrownBy(open::rest).isInstanceOf(UncheckedIOException.class);
      }
      await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> wire.received(0).get(0).cancelled() != null);
    }
  }

  @Test
  void withNothingRunningItIsOverAtOnceThoughCallersKeepIdleConnections() {
    try (Wire wire = Wire.of(CONFIG.formatted("25s"), SimulatorConfig.DEFAULTS)) {
      assertThat(wire.post(API.path(), API.document()).status()).isEqualTo(200);
      long start = System.nanoTime();
      Wire.await(wire.gateway().drainAndClose());
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    }
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }
}
