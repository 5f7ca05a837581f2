package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.ReceivedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What users of gateways have met elsewhere: sessions that loop, wander, or are lost. */
class ReportedCasesTest {
  private static Wire wire;
  private static Turns turns;

  @BeforeAll
  static void start() {
    wire = TwoProviders.wire("");
    turns = new Turns(wire);
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @BeforeEach
  void reset() {
    TwoProviders.reset(wire);
    wire.clock().advance(Duration.ofHours(2));
  }

  @ParameterizedTest
  @ValueSource(ints = {402, 429})
  void anAccountThatIsUsedUpIsLeftOnceAndTheSessionStaysWhereItWent(int status) {
    String session = "used up " + status;
    turns.chat(session, "m");
    String pinned = turns.hits(0).get(0);
    turns.fail(
        0,
        pinned,
        Fault.status(status)
            .withError("insufficient_quota", "insufficient_quota", "You exceeded your quota")
            .always());
    for (int turn = 0; turn < 10; turn++) {
      assertThat(turns.chat(session, "m").status()).isEqualTo(200);
    }
    List<String> hits = turns.hits(0);
    assertThat(hits).filteredOn(pinned::equals).as("its first turn, and one more").hasSize(2);
    assertThat(hits).hasSize(12);
    assertThat(turns.hits(1)).isEmpty();
  }

  @Test
  void aLimitedAccountDoesNotHoldALabelledRequestWithAnImage() {
    String body =
        "{\"model\":\"m\",\"prompt_cache_key\":\"template\",\"messages\":[{\"role\":\"user\","
            + "\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,"
            + "iVBORw0KGgo=\"}},{\"type\":\"text\",\"text\":\"what is it?\"}]}]}";
    assertThat(wire.post(Turns.CHAT, body).outcome()).isEqualTo("no_pin");
    String first = turns.hits(0).get(0);
    turns.fail(0, first, Fault.rateLimited(30));
    Answer answer = wire.post(Turns.CHAT, body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    assertThat(answer.provider()).isEqualTo("p");
    assertThat(turns.hits(0)).hasSize(3).last().isNotEqualTo(first);
  }

  @Test
  void aWarningOfAQuotaThatIsNotUsedUpMovesNoSession() {
    Fault warning =
        Fault.status(200)
            .withHeader("anthropic-ratelimit-unified-status", "allowed_warning")
            .withHeader("x-ratelimit-remaining-requests", "0")
            .withHeader("retry-after", "120")
            .withBody("{\"id\":\"x\",\"choices\":[{\"message\":{\"content\":\"hi\"}}]}")
            .always();
    for (String credential : List.of("a", "b")) {
      turns.fail(0, credential, warning);
    }
    for (int turn = 0; turn < 20; turn++) {
      Answer answer = turns.chat("warned", "m");
      assertThat(answer.outcome()).isEqualTo(turn == 0 ? "no_pin" : "confirmed");
      assertThat(answer.header("anthropic-ratelimit-unified-status")).isEqualTo("allowed_warning");
      wire.clock().advance(Duration.ofMinutes(2));
    }
    assertThat(turns.hits(0)).hasSize(20).containsOnly(turns.hits(0).get(0));
  }

  @Test
  void whatATurnPrefersIsWeighedAfterThePinWasRead() {
    turns.chat("preferring", "m");
    String pinned = turns.hits(0).get(0);
    List<String> wishes =
        List.of(
            "\"order\":[\"q\"]",
            "\"order\":[\"q\",\"p\"]",
            "\"order\":[\"q\"],\"sort\":\"cost\"",
            "\"only\":[\"q\",\"p\"]",
            "\"models\":[\"m\"]",
            "\"tags\":[\"other\"],\"user\":\"another\"");
    for (String wish : wishes) {
      String body = Turns.options(Turns.body(Turns.CHAT, "m", "hi"), wish);
      assertThat(turns.send("preferring", Turns.CHAT, body).provider()).as(wish).isEqualTo("p");
    }
    assertThat(turns.hits(0)).hasSize(wishes.size() + 1).containsOnly(pinned);
  }

  @Test
  void anOrderIsNoAllowListAndOnlyIsOne() {
    turns.fail(0, "a", Fault.status(503).times(1));
    turns.fail(0, "b", Fault.status(503).times(1));
    String ordered = Turns.options(Turns.body(Turns.CHAT, "m", "hi"), "\"order\":[\"p\"]");
    String only = Turns.options(Turns.body(Turns.CHAT, "m", "hi"), "\"only\":[\"p\"]");
    assertThat(turns.send("listed", Turns.CHAT, ordered).provider()).isEqualTo("q");
    assertThat(Turns.affinity(turns.send("listed", Turns.CHAT, ordered))).isEqualTo("promoted q p");
    Answer answer = turns.send("listed", Turns.CHAT, only);
    assertThat(Turns.affinity(answer)).isEqualTo("skipped_not_in_plan q -");
    assertThat(answer.provider()).isEqualTo("p");
  }

  @ParameterizedTest
  @ValueSource(strings = {Turns.CHAT, Turns.RESPONSES, Turns.MESSAGES})
  void twentyConversationsAtOnceEachKeepTheirAccount(String path) {
    for (int turn = 0; turn < 8; turn++) {
      List<CompletableFuture<Answer>> answers = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        String id = "\"session_id\":\"" + path + i + "\"";
        String text = "conversation " + i + ";" + " and on".repeat(turn);
        answers.add(wire.postAsync(path, Turns.with(Turns.body(path, "m", text), id)));
      }
      answers.forEach(answer -> assertThat(answer.join().status()).isEqualTo(200));
    }
    Map<String, List<String>> accounts =
        wire.received(0).stream()
            .collect(
                Collectors.groupingBy(
                    request -> request.bodyText().replaceAll("(?s).*(conversation \\d+);.*", "$1"),
                    Collectors.mapping(ReceivedRequest::credential, Collectors.toList())));
    assertThat(accounts).hasSize(20);
    accounts.forEach((id, used) -> assertThat(used).as(id).hasSize(8).containsOnly(used.get(0)));
  }

  @Test
  void aSessionWithAnIdOutlivesTheClientsCompactionAndOneWithoutBeginsAnew() {
    String opening = "the opening ".repeat(200);
    String compacted = "what was said so far ".repeat(200);
    for (String session : List.of("named", "")) {
      String[] headers = session.isEmpty() ? new String[0] : Turns.with(session);
      wire.post(Turns.CHAT, Turns.body(Turns.CHAT, "m", opening), headers);
      Answer after = wire.post(Turns.CHAT, Turns.body(Turns.CHAT, "m", compacted), headers);
      assertThat(after.outcome()).isEqualTo(session.isEmpty() ? "no_pin" : "confirmed");
    }
  }
}
