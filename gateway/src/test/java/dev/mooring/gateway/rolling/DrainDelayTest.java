package dev.mooring.gateway.rolling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.Gateway;
import dev.mooring.gateway.simulator.Reply;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.wire.Wire;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A proxy that asks for readiness by itself, and that nobody tells of a node that goes. */
@Timeout(120)
class DrainDelayTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String GATEWAY =
      """
      server: { port: 0, drainDelay: 2s }
      providers:
        - { id: last, type: openai-compatible, baseUrl: "@0", credentials: [{ id: a, apiKey: k }] }
      models: [{ id: m, targets: [{ provider: last, model: m }] }]
      """;

  /** Nothing is tried twice, so that a request that is lost is seen. */
  private static final String HAPROXY =
      """
      defaults
        mode http
        timeout connect 5s
        timeout client 1m
        timeout server 1m
        retries 0
      frontend api
        bind 127.0.0.1:%d
        default_backend mooring
      backend mooring
        balance roundrobin
        http-reuse always
        option httpchk GET /readyz
        default-server check inter 100ms fall 2 rise 1
        server stays 127.0.0.1:%d port %d
        server goes 127.0.0.1:%d port %d
      """;

  @TempDir Path folder = Path.of("");

  @Test
  void aNodeThatGoesLosesNoRequestWhereTheDelayIsLongerThanTheProxyNeedsToNotice()
      throws IOException {
    SimulatorConfig provider =
        SimulatorConfig.of(SimulatedKey.of("a", "k").withSpeed(40, 0)).withReply(Reply.text(8));
    Vertx vertx = Vertx.vertx();
    try (Wire wire = Wire.of(GATEWAY, provider)) {
      Gateway goes = Wire.await(Gateway.start(vertx, wire.config(GATEWAY)));
      int port = Program.freePort();
      try (Program proxy = haproxy(port, wire.gateway(), goes);
          Load load = Load.on(List.of(port), 10, 20, 10)) {
        await().atMost(PATIENCE).until(() -> load.turnsDone() > 100 && load.streamsDone() > 100);
        Future<Void> gone = goes.drainAndClose();
        await().atMost(PATIENCE).until(gone::isComplete);
        int turns = load.turnsDone();
        await().atMost(PATIENCE).until(() -> load.turnsDone() > turns + 50);
        assertThat(load.failures()).as(proxy.log()).isEmpty();
      }
    } finally {
      Wire.await(vertx.close());
    }
  }

  /** HAProxy before two gateways, when it serves. */
  private Program haproxy(int port, Gateway stays, Gateway goes) throws IOException {
    String configuration =
        HAPROXY.formatted(
            port, stays.apiPort(), stays.managementPort(), goes.apiPort(), goes.managementPort());
    Path file = Files.writeString(folder.resolve("haproxy.conf"), configuration);
    List<String> command = List.of(Program.find("haproxy"), "-W", "-db", "-f", file.toString());
    Program proxy = Program.start(folder.resolve("haproxy.log"), command);
    await().atMost(PATIENCE).until(() -> Program.listens(port));
    return proxy;
  }
}
