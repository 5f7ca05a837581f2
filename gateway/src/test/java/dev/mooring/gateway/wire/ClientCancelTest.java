package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.mooring.gateway.simulator.CancelPhase;
import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.FaultKind;
import dev.mooring.gateway.simulator.ReceivedRequest;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import io.vertx.core.Future;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A caller who goes away cancels the upstream call in every phase, and pins stay as they were. */
class ClientCancelTest {
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final int WORKERS = VertxOptions.DEFAULT_WORKER_POOL_SIZE;
  private static final Duration BACKOFF = Duration.ofMillis(400);

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static Wire wire;

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static ServerSocket neverAccepts;

  private static final List<Socket> backlog = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    neverAccepts = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    fillBacklog();
    wire =
        Wire.of(
            """
            health: { failures: 1000 }
            providers:
              - id: a
                type: openai-compatible
                apis: [chat, responses, messages]
                baseUrl: "@0"
                credentials: [{ id: a, apiKey: sk-a }]
                retry: { maxRetries: 3, initialBackoff: 400ms, maxBackoff: 400ms }
              - { id: deaf, type: openai-compatible, baseUrl: "http://127.0.0.1:%d" }
            models:
              - { id: m, targets: [{ provider: a, model: m }] }
              - { id: unheard, targets: [{ provider: deaf, model: m }] }
            """
                .formatted(neverAccepts.getLocalPort()),
            SimulatorConfig.DEFAULTS
                .withKeys(List.of(SimulatedKey.of("a", "sk-a")))
                .withMaxRecorded(99));
  }

  /** Connects until the operating system answers no more. */
  private static void fillBacklog() throws IOException {
    for (int i = 0; i < 16; i++) {
      Socket socket = new Socket();
      backlog.add(socket);
      try {
        socket.connect(neverAccepts.getLocalSocketAddress(), 200);
      } catch (SocketTimeoutException full) {
        return;
      }
    }
  }

  @AfterAll
  static void stop() throws IOException {
    wire.close();
    neverAccepts.close();
    for (Socket socket : backlog) {
      socket.close();
    }
  }

  @BeforeEach
  void startAnew() {
    wire.simulator(0).credential("a").clearFaults();
    wire.simulator(0).clearRequests();
  }

  static Stream<Arguments> phases() {
    List<Arguments> cases = new ArrayList<>();
    for (SampleTurn api : SampleTurn.values()) {
      cases.add(
          Arguments.of(
              api,
              "document before its head",
              false,
              Fault.of(FaultKind.STALL_BEFORE_HEAD),
              CancelPhase.BEFORE_HEAD));
      cases.add(
          Arguments.of(
              api,
              "document before its body",
              false,
              Fault.of(FaultKind.STALL_BEFORE_FIRST_EVENT),
              CancelPhase.BEFORE_BODY));
      cases.add(
          Arguments.of(
              api,
              "stream before its head",
              true,
              Fault.of(FaultKind.STALL_BEFORE_HEAD),
              CancelPhase.BEFORE_HEAD));
      cases.add(
          Arguments.of(
              api,
              "stream before its first event",
              true,
              Fault.of(FaultKind.STALL_BEFORE_FIRST_EVENT),
              CancelPhase.BEFORE_BODY));
      cases.add(
          Arguments.of(
              api,
              "stream before its first output",
              true,
              Fault.of(FaultKind.STALL_AFTER_EVENTS, 1),
              CancelPhase.IN_BODY));
      cases.add(
          Arguments.of(
              api,
              "stream after output",
              true,
              Fault.of(FaultKind.STALL_AFTER_EVENTS, SampleTurn.AFTER_OUTPUT),
              CancelPhase.IN_BODY));
    }
    return cases.stream();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("phases")
  void theProviderIsToldAtOnceNothingIsTriedAgainAndThePinIsKept(
      SampleTurn api, String phase, boolean stream, Fault fault, CancelPhase told) {
    String session = "cancel-" + api + phase.replace(' ', '-');
    assertThat(turn(api, session).status()).isEqualTo(200);
    wire.simulator(0).clearRequests();
    wire.simulator(0).credential("a").fault(fault);
    try (OpenStream open =
        OpenStream.post(wire, api.path(), api.body("m", stream, ""), "x-session-id", session)) {
      if (told == CancelPhase.BEFORE_HEAD) {
        received(request -> !request.model().isEmpty());
      } else {
        received(request -> request.status() == 200);
      }
      if (phase.contains("after")) {
        assertThat(open.next()).isNotNull();
      }
    }
    assertThat(received(request -> request.cancelled() != null).cancelled()).isEqualTo(told);
    await().atMost(SOON).until(() -> wire.gateway().metrics().requests().running() == 0);
    assertThat(wire.received(0)).hasSize(1);
    assertThat(turn(api, session).outcome()).isEqualTo("confirmed");
    assertThat(wire.received(0)).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void betweenTwoRetriesTheNextOneIsNeverSent(SampleTurn api) {
    wire.simulator(0).credential("a").fault(Fault.status(503).times(1));
    try (OpenStream open = OpenStream.post(wire, api.path(), api.stream())) {
      received(request -> request.finished());
      assertThat(open).isNotNull();
    }
    await().atMost(SOON).until(() -> wire.gateway().metrics().requests().running() == 0);
    wire.simulator(0)
        .credential("a")
        .fault(Fault.stall(FaultKind.STALL_BEFORE_HEAD, 0, BACKOFF.multipliedBy(2)));
    assertThat(turn(api, "afterwards").status()).isEqualTo(200);
    assertThat(wire.received(0)).hasSize(2);
  }

  @Test
  void whileAConnectionIsBeingMadeTheRequestIsGivenUp() {
    try (OpenStream open =
        OpenStream.post(wire, SampleTurn.CHAT.path(), SampleTurn.CHAT.body("unheard", true, ""))) {
      await().atMost(SOON).until(() -> wire.gateway().metrics().requests().running() == 1);
      assertThat(open).isNotNull();
    }
    await().atMost(SOON).until(() -> wire.gateway().metrics().requests().running() == 0);
    assertThat(wire.manage("/metrics").text())
        .contains("mooring_upstream_attempts_total{provider=\"deaf\",result=\"cancelled\"} 1.0");
  }

  @Test
  void whileItsBodyIsReadAsideTheRequestIsGivenUp() throws Exception {
    wire.simulator(0).credential("a").fault(Fault.of(FaultKind.STALL_BEFORE_HEAD));
    CountDownLatch free = new CountDownLatch(1);
    CountDownLatch busy = new CountDownLatch(WORKERS);
    for (int i = 0; i < WORKERS; i++) {
      occupied(busy, free);
    }
    assertThat(busy.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    String large = SampleTurn.CHAT.document() + " ".repeat(300 * 1024);
    try (RawClient client = RawClient.to(wire)) {
      client.post(SampleTurn.CHAT.path(), large.getBytes(StandardCharsets.UTF_8));
    }
    for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
      assertThat(wire.get("/v1/models").status()).isEqualTo(200);
    }
    free.countDown();
    Wire.await(occupied(busy, free));
    for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
      assertThat(wire.get("/v1/models").status()).isEqualTo(200);
    }
    await().atMost(SOON).until(() -> wire.gateway().metrics().requests().running() == 0);
    assertThat(wire.received(0)).allMatch(request -> request.cancelled() != null);
  }

  /** A worker thread that does nothing else until it is freed. */
  private static Future<Boolean> occupied(CountDownLatch busy, CountDownLatch free) {
    return wire.vertx()
        .executeBlocking(
            () -> {
              busy.countDown();
              return free.await(60, TimeUnit.SECONDS);
            },
            false);
  }

  private static Answer turn(SampleTurn api, String session) {
    return wire.post(api.path(), api.document(), "x-session-id", session);
  }

  /** Waits for a request that satisfies a condition. */
  private static ReceivedRequest received(Predicate<ReceivedRequest> condition) {
    return Wire.await(wire.simulator(0).awaitRequests(all -> all.stream().anyMatch(condition)))
        .stream()
        .filter(condition)
        .findFirst()
        .orElseThrow();
  }
}
