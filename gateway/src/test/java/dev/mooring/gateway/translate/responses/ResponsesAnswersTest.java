package dev.mooring.gateway.translate.responses;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.translate.model.AnswerCollector;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.Deltas;
import dev.mooring.gateway.translate.model.Feature;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.RandomAnswers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random answers, written as the Responses API has them and read again. */
class ResponsesAnswersTest {
  private static final Set<Feature> EXPRESSIBLE =
      EnumSet.of(
          Feature.SEVERAL_TEXTS,
          Feature.SEALS,
          Feature.REASONING,
          Feature.REDACTED,
          Feature.EMPTY_SEALED,
          Feature.CALLS,
          Feature.REFUSALS,
          Feature.IMAGES,
          Feature.SOURCES,
          Feature.ANY_ORDER,
          Feature.CACHE_WRITES,
          Feature.REASONING_TOKENS,
          Feature.NO_USAGE);
  private static final AnswerContext CONTEXT =
      new AnswerContext(
          "the-model",
          "request1",
          Instant.ofEpochSecond(1_700_000_000),
          ModelRequest.of(List.of(Message.text(Message.Role.USER, "hi"))),
          0);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aWholeAnswerThatIsWrittenReadsTheSame(long seed) {
    RandomAnswers answers = new RandomAnswers(seed, EXPRESSIBLE, "resp_");
    for (int i = 0; i < 50; i++) {
      ModelAnswer answer = answers.next();
      byte[] body = new ResponsesWholeAnswerWriter().write(answer, CONTEXT);
      assertThat(new ResponsesAnswerReader().read(body)).isEqualTo(answer);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aStreamThatIsWrittenReadsTheSameHoweverItIsCut(long seed) {
    RandomAnswers answers = new RandomAnswers(seed, EXPRESSIBLE, "resp_");
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      ModelAnswer answer = answers.next();
      AnswerCollector collector = new AnswerCollector();
      Deltas.feed(new ResponsesAnswerParser(collector), stream(answer, random), random);
      assertThat(collector.answer()).isEqualTo(answer);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aStreamEndsWithTheResponseThatAWholeAnswerIs(long seed) throws IOException {
    Set<Feature> all = EnumSet.allOf(Feature.class);
    RandomAnswers answers = new RandomAnswers(seed, all, "chatcmpl-");
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      ModelAnswer answer = answers.next();
      byte[] whole = new ResponsesWholeAnswerWriter().write(answer, CONTEXT);
      List<SentEvent> events = SentEvent.all(stream(answer, random));
      assertThat(events.get(events.size() - 1).data().get("response")).isEqualTo(Json.read(whole));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void everyStreamIsOneThatStrictClientsAccept(long seed) {
    RandomAnswers answers = new RandomAnswers(seed, EnumSet.allOf(Feature.class), "msg_");
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      StrictStream.check(SentEvent.all(stream(answers.next(), random)));
    }
  }

  private static byte[] stream(ModelAnswer answer, Random random) {
    ResponsesAnswerWriter writer = new ResponsesAnswerWriter(CONTEXT);
    Deltas.play(answer, writer, random);
    byte[] stream = writer.take();
    assertThat(new String(stream, StandardCharsets.UTF_8)).endsWith("\n\n");
    return stream;
  }
}
