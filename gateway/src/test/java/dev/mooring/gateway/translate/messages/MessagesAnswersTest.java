package dev.mooring.gateway.translate.messages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.translate.model.AnswerCollector;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.Deltas;
import dev.mooring.gateway.translate.model.Feature;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.RandomAnswers;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random answers, written as Messages and read again. */
class MessagesAnswersTest {
  private static final Set<Feature> EXPRESSIBLE =
      EnumSet.of(
          Feature.SEVERAL_TEXTS,
          Feature.REASONING,
          Feature.SEALS,
          Feature.REDACTED,
          Feature.CALLS,
          Feature.CALL_SEALS,
          Feature.ANY_ORDER,
          Feature.STOP_SEQUENCE,
          Feature.CACHE_WRITES,
          Feature.HOUR_WRITES,
          Feature.REASONING_TOKENS);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aWholeAnswerThatIsWrittenReadsTheSame(long seed) {
    RandomAnswers answers = new RandomAnswers(seed, EXPRESSIBLE, "msg_");
    for (int i = 0; i < 50; i++) {
      ModelAnswer answer = answers.next();
      byte[] body = new MessagesWholeAnswerWriter().write(answer, asked(answer));
      assertThat(new MessagesAnswerReader().read(body)).isEqualTo(answer);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aStreamThatIsWrittenReadsTheSameHoweverItIsCut(long seed) {
    RandomAnswers answers = new RandomAnswers(seed, EXPRESSIBLE, "msg_");
    Random random = new Random(seed);
    for (int i = 0; i < 50; i++) {
      ModelAnswer answer = answers.next();
      MessagesAnswerWriter writer = new MessagesAnswerWriter(asked(answer));
      Deltas.play(answer, writer, random);
      AnswerCollector collector = new AnswerCollector();
      Deltas.feed(new MessagesAnswerParser(collector), writer.take(), random);
      assertThat(collector.answer()).isEqualTo(answer);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aStreamAndAWholeAnswerSayTheSameOfWhatMessagesHasNoWordFor(long seed) {
    RandomAnswers answers = new RandomAnswers(seed, EnumSet.allOf(Feature.class), "gen-");
    for (int i = 0; i < 50; i++) {
      ModelAnswer answer = answers.next();
      AnswerCollector streamed = new AnswerCollector();
      MessagesAnswerParser parser = new MessagesAnswerParser(streamed);
      parser.feed(Written.stream(answer::play));
      parser.end();
      byte[] whole = new MessagesWholeAnswerWriter().write(answer, Written.CONTEXT);
      assertThat(streamed.answer()).isEqualTo(new MessagesAnswerReader().read(whole));
    }
  }

  /** A request for the model that the answer is of. */
  private static AnswerContext asked(ModelAnswer answer) {
    AnswerContext any = Written.CONTEXT;
    String model = Objects.requireNonNull(answer.model());
    return new AnswerContext(model, any.id(), any.at(), any.request(), any.callerVersion());
  }
}
