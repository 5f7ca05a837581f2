package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.mooring.gateway.simulator.Fault;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The line of the log that each turn leaves where {@code logging.trail} is on. */
class TurnLogTest {
  private static final String SESSION = "ann's session";

  private final Logger logger = (Logger) LoggerFactory.getLogger("mooring.turns");
  private final Kept kept = new Kept();

  @BeforeEach
  void listen() {
    kept.start();
    logger.addAppender(kept);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(kept);
  }

  @Test
  void aTurnLeavesALineWithItsTrailAndNothingThatWasSaid() {
    String line = lineOf("logging: { trail: true }\n");
    assertThat(line)
        .startsWith("req_")
        .contains(" m 200 in ", ", session ", ", p/a (affinity)", " | affinity: ")
        .contains("session stays on p/up-m; routing proposed p/up-m")
        .doesNotContain(SESSION, "something private", "key-of-a", "\n");
  }

  @Test
  void theSessionIsInClearWhereThatIsAskedFor() {
    assertThat(lineOf("logging: { trail: true, sessionIds: true }\n"))
        .contains("session " + SESSION);
  }

  @Test
  void inJsonItsPartsAreFields() {
    lineOf("logging: { trail: true }\n");
    JsonEncoder encoder = new JsonEncoder();
    encoder.start();
    assertThat(new String(encoder.encode(kept.events.get(1)), StandardCharsets.UTF_8))
        .contains(
            "{\"affinity\":\"confirmed\"}", "{\"provider\":\"p\"}", "{\"reason\":\"affinity\"}");
  }

  @Test
  void whatAProviderSaysOfAnErrorIsNotInIt() {
    try (Wire wire = TwoProviders.wire("logging: { trail: true }\n")) {
      for (String credential : List.of("a", "b")) {
        wire.simulator(0).credential(credential).fault(Fault.status(400));
      }
      Answer answer = new Turns(wire).chat(SESSION, "m");
      assertThat(answer.json().at("/error/message").asText()).isEqualTo("Invalid request.");
      assertThat(line())
          .contains("failed: caller_fault with 400")
          .doesNotContain("Invalid request.");
    }
  }

  @Test
  void aCallersWordsBeginNoLineOfTheirOwnAndAreBounded() {
    try (Wire wire = TwoProviders.wire("logging: { trail: true }\n")) {
      String model = "no\\nsuch\\u001b[2J" + "x".repeat(100_000);
      new Turns(wire).send(SESSION, Turns.CHAT, Turns.body(Turns.CHAT, model, "hi"));
      assertThat(line()).contains(" no such [2Jxxx").doesNotContain("\n", "\u001b");
      assertThat(line().length()).isLessThan(20_000);
      String turns = wire.manage("/admin/v1/turns").json().toString();
      assertThat(turns).contains("no\\nsuch").hasSizeLessThan(20_000);
    }
  }

  @Test
  void byDefaultThereIsNone() {
    try (Wire wire = TwoProviders.wire("")) {
      new Turns(wire).chat(SESSION, "m");
      Awaitility.await().until(() -> wire.gateway().metrics().scrape().contains("status=\"200\""));
    }
    assertThat(kept.events).isEmpty();
  }

  /** The line of the one turn there was. */
  private String line() {
    Awaitility.await().until(() -> kept.events.size() == 1);
    return kept.events.get(0).getFormattedMessage();
  }

  /** The line of a session's second turn. */
  private String lineOf(String logging) {
    try (Wire wire = TwoProviders.wire(logging)) {
      Turns turns = new Turns(wire);
      String body =
          Turns.options(
              Turns.body(Turns.CHAT, "m", "something private"), "\"only\":[\"p\"],\"byok\":{}");
      turns.send(SESSION, Turns.CHAT, body);
      turns.send(SESSION, Turns.CHAT, body);
      Awaitility.await().until(() -> kept.events.size() == 2);
    }
    return kept.events.get(1).getFormattedMessage();
  }

  /** Keeps what is logged. */
  private static final class Kept extends AppenderBase<ILoggingEvent> {
    final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

    @Override
    protected void append(ILoggingEvent event) {
      events.add(event);
    }
  }
}
