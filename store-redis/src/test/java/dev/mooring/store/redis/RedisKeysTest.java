package dev.mooring.store.redis;

import static dev.mooring.store.redis.Samples.MODEL;
import static dev.mooring.store.redis.Samples.answer;
import static dev.mooring.store.redis.Samples.pin;
import static dev.mooring.store.redis.Samples.read;
import static dev.mooring.store.redis.Samples.session;
import static dev.mooring.store.redis.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.affinity.IssuerStore;
import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import dev.mooring.affinity.PinStore;
import dev.mooring.affinity.PinWrite;
import dev.mooring.affinity.SessionKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands in Redis, and what is sent to it. */
class RedisKeysTest {
  private static final Duration MINUTES = Duration.ofMinutes(5);
  private static final Duration DAY = Duration.ofHours(24);
  private static final String OTHER = "openai/gpt-5.5";

  @RegisterExtension static final RedisServer SERVER = new RedisServer(RedisServer.Deployment.OWN);

  private final SessionKey session = session();
  private final String prefix = SERVER.settings().keyPrefix();
  private RedisServer.Commands commands;
  private RedisStore store;
  private PinStore pins;

  @BeforeEach
  void open() {
    commands = SERVER.commands();
    commands.redis().flushall();
    store = SERVER.store();
    pins = store.pins();
  }

  @AfterEach
  void close() {
    commands.close();
  }

  @Test
  void aPinsTimeToLiveIsItsRemainingLifetime() {
    claim(MODEL, MINUTES);
    assertThat(ttl(pinKey(MODEL))).isBetween(MINUTES.minusSeconds(5), MINUTES);
    assertThat(ttl("was:{" + session.hex() + "}:" + MODEL))
        .isBetween(MINUTES.plus(DAY).minusSeconds(5), MINUTES.plus(DAY));
    assertThat(ttl("idx:{" + session.hex() + "}")).isBetween(MINUTES.minusSeconds(5), MINUTES);
  }

  @Test
  void aRenewalLengthensAndOnlyOneThatMayShortens() {
    claim(MODEL, MINUTES);
    renew(Duration.ofMinutes(1), false);
    assertThat(ttl(pinKey(MODEL))).isGreaterThan(Duration.ofMinutes(4));
    renew(Duration.ofMinutes(9), false);
    assertThat(ttl(pinKey(MODEL))).isGreaterThan(Duration.ofMinutes(8));
    renew(Duration.ofMinutes(1), true);
    assertThat(ttl(pinKey(MODEL))).isBetween(Duration.ofSeconds(50), Duration.ofMinutes(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "garbage", "7", "7\nopenai", "x\nopenai\nmodel"})
  void aPinThatNobodyCanReadCountsAsNoneAndIsReplacedByTheNextClaim(String garbage) {
    claim(OTHER, MINUTES);
    commands.redis().set(prefix + pinKey(MODEL), garbage);

    assertThat(answer(pins.read(session, List.of(MODEL, OTHER))))
        .satisfiesExactly(
            unreadable -> assertThat(unreadable).isEqualTo(PinState.ABSENT),
            other -> assertThat(other).isInstanceOf(PinState.Pinned.class));
    Pin claimed = pin("b", "2");
    assertThat(write(pins, new PinWrite.Claim(session, MODEL, claimed, MINUTES)))
        .isEqualTo(PinWrite.Result.DONE);
    assertThat(read(pins, session, MODEL)).isEqualTo(new PinState.Pinned(claimed));
    assertThat(ttl(pinKey(MODEL))).isPositive();
  }

  @Test
  void aPinWithFieldsOfALaterVersionIsReadAndNotReplaced() {
    commands.redis().set(prefix + pinKey(MODEL), "-7\nopenai\nmodel\ncredential\nlater");

    assertThat(read(pins, session, MODEL))
        .isEqualTo(new PinState.Pinned(new Pin("openai", "model", "credential", -7)));
    assertThat(write(pins, new PinWrite.Claim(session, MODEL, pin("b", "2"), MINUTES)))
        .isEqualTo(PinWrite.Result.LOST);
  }

  @Test
  void theIndexLastsAsLongAsTheLongestPin() {
    claim(MODEL, Duration.ofMinutes(50));
    claim(OTHER, MINUTES);
    assertThat(ttl("idx:{" + session.hex() + "}")).isGreaterThan(Duration.ofMinutes(49));
  }

  @Test
  void onlyPinsBeginLikePinsAndEveryKeyHasAnEnd() {
    claim(MODEL, MINUTES);
    answer(
        store
            .issuers()
            .remember(List.of(session().hex()), new IssuerStore.Issuer("openai", "a", "s")));
    answer(store.health().report(coolDown()));
    answer(store.health().tryProbe(new HealthBoard.Subject("p", "c", "m"), Duration.ofSeconds(9)));
    List<String> all = commands.redis().keys("*");
    assertThat(all).hasSize(6).allMatch(key -> key.startsWith(prefix));
    assertThat(all)
        .filteredOn(key -> key.startsWith(prefix + "pin:"))
        .containsExactly(prefix + pinKey(MODEL));
    assertThat(all).allMatch(key -> commands.redis().pttl(key) > 0);
  }

  @Test
  void anEvictedPinLeavesNeitherKeyNorMarker() {
    for (int i = 0; i < 9; i++) {
      claim("m/" + i, MINUTES);
    }
    assertThat(commands.redis().keys(prefix + "pin:*")).hasSize(8);
    assertThat(commands.redis().keys(prefix + "was:*")).hasSize(8);
    assertThat(read(pins, session, "m/0")).isEqualTo(PinState.ABSENT);
  }

  @Test
  void aRemovedPinLeavesNothing() {
    Pin pin = claim(MODEL, MINUTES);
    write(pins, new PinWrite.Remove(session, MODEL, pin.version()));
    assertThat(commands.redis().keys("*")).isEmpty();
  }

  @Test
  void aPinsOwnKeyTakesLessThan400Bytes() {
    claim(MODEL, MINUTES);
    long pin = commands.redis().memoryUsage(prefix + pinKey(MODEL));
    long all =
        commands.redis().keys("*").stream()
            .mapToLong(key -> commands.redis().memoryUsage(key))
            .sum();
    assertThat(pin).isBetween(1L, 400L);
    assertThat(all).isLessThan(1_200L);
  }

  @Test
  void aTurnIsOneReadAndOneScript() throws IOException {
    claim(MODEL, MINUTES);
    try (Monitor monitor = new Monitor(SERVER.process(0).port())) {
      answer(pins.read(session, List.of(MODEL, OTHER)));
      renew(MINUTES, false);
      assertThat(monitor.until("EVALSHA", prefix)).hasSize(2).first().asString().contains("MGET");
    }
  }

  @Test
  void theTurnOfANinthModelIsOneReadAndOneScriptToo() throws IOException {
    for (int i = 0; i < 8; i++) {
      claim("m/" + i, MINUTES);
    }
    try (Monitor monitor = new Monitor(SERVER.process(0).port())) {
      answer(pins.read(session, List.of("m/8")));
      claim("m/8", MINUTES);
      assertThat(monitor.until("EVALSHA", prefix)).hasSize(2);
    }
  }

  @Test
  void aServerThatForgotItsScriptsIsTaughtAgain() {
    claim(MODEL, MINUTES);
    commands.redis().scriptFlush();
    renew(MINUTES, false);
    assertThat(read(pins, session, MODEL)).isInstanceOf(PinState.Pinned.class);
  }

  /** A second round trip would be lost with a node that is killed in between. */
  @Test
  void theFirstWriteOfANodeIsOneScriptToo() throws IOException {
    commands.redis().scriptFlush();
    pins = SERVER.store().pins();
    try (Monitor monitor = new Monitor(SERVER.process(0).port())) {
      claim(MODEL, MINUTES);
      answer(pins.read(session, List.of(MODEL)));
      assertThat(monitor.until("MGET", prefix)).hasSize(2).first().asString().contains("EVALSHA");
    }
  }

  private Pin claim(String model, Duration lifetime) {
    Pin pin = pin("anthropic", "org-a");
    assertThat(write(pins, new PinWrite.Claim(session, model, pin, lifetime)))
        .isEqualTo(PinWrite.Result.DONE);
    return pin;
  }

  private void renew(Duration lifetime, boolean mayShorten) {
    Pin pin = pin("anthropic", "org-a");
    assertThat(write(pins, new PinWrite.Renew(session, MODEL, pin, lifetime, mayShorten)))
        .isEqualTo(PinWrite.Result.DONE);
  }

  private String pinKey(String model) {
    return "pin:{" + session.hex() + "}:" + model;
  }

  private Duration ttl(String key) {
    return Duration.ofMillis(commands.redis().pttl(prefix + key));
  }

  private static HealthBoard.CoolDown coolDown() {
    return new HealthBoard.CoolDown(
        new HealthBoard.Subject("p", "c", "m"), "429", Duration.ofSeconds(30));
  }

  /** Redis's own log of the commands that it is sent. */
  private static final class Monitor implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader lines;

    Monitor(int port) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      socket.setSoTimeout(10_000);
      lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      socket.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(lines.readLine()).isEqualTo("+OK");
    }

    /** The commands on pins that clients sent, up to the first that holds {@code last}. */
    List<String> until(String last, String prefix) throws IOException {
      List<String> seen = new ArrayList<>();
      while (seen.isEmpty() || !seen.get(seen.size() - 1).contains(last)) {
        String line = lines.readLine();
        if (!line.contains(" lua]") && line.contains(prefix + "pin:")) {
          seen.add(line);
        }
      }
      return seen;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
