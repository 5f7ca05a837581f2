package dev.mooring.gateway.translate.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.translate.model.AnswerCollector;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.Deltas;
import dev.mooring.gateway.translate.model.Feature;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.RandomAnswers;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random answers, written as Chat Completions and read again. */
class ChatAnswersTest {
  private static final Set<Feature> EXPRESSIBLE =
      EnumSet.of(
          Feature.SEALS,
          Feature.REASONING,
          Feature.REDACTED,
          Feature.EMPTY_SEALED,
          Feature.CALLS,
          Feature.CALL_SEALS,
          Feature.REFUSALS,
          Feature.SOURCES,
          Feature.CACHE_WRITES,
          Feature.HOUR_WRITES,
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
    RandomAnswers answers = new RandomAnswers(seed, EXPRESSIBLE, "chatcmpl-");
    for (int i = 0; i < 50; i++) {
      ModelAnswer answer = answers.next();
      byte[] body = new ChatWholeAnswerWriter().write(answer, CONTEXT);
      assertThat(new ChatAnswerReader().read(body)).isEqualTo(answer);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aStreamThatIsWrittenReadsTheSameHoweverItIsCut(long seed) {
    RandomAnswers answers = new RandomAnswers(seed, EXPRESSIBLE, "chatcmpl-");
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      ModelAnswer answer = answers.next();
      ChatAnswerWriter writer = new ChatAnswerWriter(CONTEXT);
      Deltas.play(answer, writer, random);
      AnswerCollector collector = new AnswerCollector();
      Deltas.feed(new ChatAnswerParser(collector), writer.take(), random);
      assertThat(collector.answer()).isEqualTo(answer);
    }
  }
}
