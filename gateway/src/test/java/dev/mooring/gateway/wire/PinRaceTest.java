package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A late writer never undoes a newer one (contract, section 5, "Pins"). */
class PinRaceTest {
  private static final String CONFIG =
      """
      health: { failures: 1000 }
      providers:
        - { id: a, type: openai-compatible, baseUrl: "@0", retry: { maxRetries: 0 }, timeouts: { idle: 400ms }, credentials: [{ id: a1, apiKey: ka1 }] }
        - { id: b, type: openai-compatible, baseUrl: "@1", retry: { maxRetries: 0 }, timeouts: { idle: 400ms }, credentials: [{ id: b1, apiKey: kb1 }] }
      models:
        - { id: m, targets: [{ provider: a, model: u }, { provider: b, model: u }] }
      """;
  private static final String PLAIN = Turns.body(Turns.CHAT, "m", "hi");
  private static final String STREAM = Turns.streamed(PLAIN);
  private static final int RACERS = 64;

  private Wire wire;
  private Turns turns;

  @BeforeEach
  void start() {
    wire =
        Wire.of(
            CONFIG,
            SimulatorConfig.of(SimulatedKey.of("a1", "ka1")),
            SimulatorConfig.of(SimulatedKey.of("b1", "kb1")));
    turns = new Turns(wire);
  }

  @AfterEach
  void stop() {
    wire.close();
  }

  @Test
  void ofSixtyFourRacingFirstTurnsOneClaimsThePin() {
    Fault slow = Fault.stall(FaultKind.STALL_BEFORE_HEAD, 0, Duration.ofMillis(1500));
    turns.fail(0, "a1", slow.times(RACERS / 2));
    turns.fail(1, "b1", slow.times(RACERS / 2));
    List<CompletableFuture<Answer>> racing = new ArrayList<>();
    for (int i = 0; i < RACERS; i++) {
      String order = "\"order\":[\"" + (i % 2 == 0 ? "a" : "b") + "\"]";
      racing.add(wire.postAsync(Turns.CHAT, Turns.options(PLAIN, order), Turns.with("race")));
    }
    assertThat(racing).allSatisfy(turn -> assertThat(turn.join().outcome()).isEqualTo("no_pin"));
    assertThat(written("claim", "done")).isEqualTo(1);
    assertThat(written("claim", "lost")).isEqualTo(RACERS - 1);
    String winner = turns.chat("race", "m").provider();
    for (String order : List.of("a", "b")) {
      Answer later =
          turns.send("race", Turns.CHAT, Turns.options(PLAIN, "\"order\":[\"" + order + "\"]"));
      assertThat(later.provider()).isEqualTo(winner);
    }
  }

  @Test
  void aSlowSuccessAfterAMoveLeavesTheMovedPin() {
    turns.chat("slow success", "m");
    turns.fail(0, "a1", Fault.stall(FaultKind.STALL_BEFORE_HEAD, 0, Duration.ofMillis(800)));
    CompletableFuture<Answer> slow = wire.postAsync(Turns.CHAT, PLAIN, Turns.with("slow success"));
    Wire.await(wire.simulator(0).awaitRequests(2));
    turns.fail(0, "a1", Fault.status(500));
    assertThat(turns.chat("slow success", "m").provider()).isEqualTo("b");
    assertThat(slow).isNotDone();
    assertThat(slow.join().provider()).isEqualTo("a");
    assertThat(written("renew", "lost")).isEqualTo(1);
    assertThat(Turns.affinity(turns.chat("slow success", "m"))).isEqualTo("promoted b a");
  }

  @Test
  void aLateFailureAfterAMoveLeavesTheMovedPin() {
    turns.chat("late failure", "m");
    CompletableFuture<Answer> failing = stallAfterOutput("late failure");
    turns.fail(0, "a1", Fault.status(500));
    assertThat(turns.chat("late failure", "m").provider()).isEqualTo("b");
    assertThat(failing).isNotDone();
    assertThat(failing.join().text()).contains("error");
    assertThat(written("remove", "lost")).isEqualTo(1);
    assertThat(Turns.affinity(turns.chat("late failure", "m"))).isEqualTo("promoted b a");
  }

  @Test
  void aLateFailureAfterAnotherTurnsRenewalLeavesThePin() {
    turns.chat("renewed", "m");
    CompletableFuture<Answer> failing = stallAfterOutput("renewed");
    assertThat(turns.chat("renewed", "m").outcome()).isEqualTo("confirmed");
    assertThat(failing).isNotDone();
    assertThat(failing.join().text()).contains("error");
    assertThat(turns.chat("renewed", "m").outcome()).isEqualTo("confirmed");
  }

  @ParameterizedTest
  @EnumSource(
      value = FaultKind.class,
      names = {"STALL_BEFORE_HEAD", "STALL_AFTER_EVENTS"})
  void aCancelledTurnLeavesThePin(FaultKind phase) throws IOException {
    turns.fail(0, "a1", Fault.status(500));
    turns.chat("cancelled", "m");
    turns.fail(1, "b1", Fault.stall(phase, 6, Duration.ofSeconds(20)));
    URI origin = URI.create(wire.origin());
    try (Socket socket = new Socket(origin.getHost(), origin.getPort())) {
      String head =
          "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
              + "x-session-id: cancelled\r\ncontent-length: "
              + STREAM.length()
              + "\r\n\r\n";
      socket.getOutputStream().write((head + STREAM).getBytes(StandardCharsets.UTF_8));
      Wire.await(wire.simulator(1).awaitRequests(2));
      if (phase == FaultKind.STALL_AFTER_EVENTS) {
        assertThat(socket.getInputStream().read()).isPositive();
      }
    }
    Wire.await(wire.simulator(1).awaitRequests(PinRaceTest::lastWasCancelled));
    assertThat(Turns.affinity(turns.chat("cancelled", "m"))).isEqualTo("promoted b a");
  }

  private static boolean lastWasCancelled(List<ReceivedRequest> requests) {
    return requests.get(requests.size() - 1).cancelled() != null;
  }

  /** A turn that was accepted by the first provider, and then hears nothing more. */
  private CompletableFuture<Answer> stallAfterOutput(String session) {
    long before = written("renew", "done");
    turns.fail(0, "a1", Fault.of(FaultKind.STALL_AFTER_EVENTS, 6));
    CompletableFuture<Answer> failing = wire.postAsync(Turns.CHAT, STREAM, Turns.with(session));
    while (written("renew", "done") == before && !failing.isDone()) {
      Thread.onSpinWait();
    }
    return failing;
  }

  private long written(String operation, String result) {
    var line =
        Pattern.compile(
                "mooring_pin_writes_total\\{operation=\""
                    + operation
                    + "\",result=\""
                    + result
                    + "\"\\} ([0-9.]+)")
            .matcher(wire.gateway().metrics().scrape());
    return line.find() ? (long) Double.parseDouble(line.group(1)) : 0;
  }
}
