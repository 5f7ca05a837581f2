package dev.mooring.gateway.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.translate.model.AnswerCollector;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerWriter;
import dev.mooring.gateway.translate.model.Deltas;
import dev.mooring.gateway.translate.model.Feature;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelAnswer;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.RandomAnswers;
import dev.mooring.gateway.translate.model.RandomRequests;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.Tool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What two formats can both express survives the way from one to the other. */
class TranslationMatrixTest {
  private static final Set<Feature> ASKED =
      EnumSet.of(
          Feature.SYSTEM,
          Feature.IMAGES,
          Feature.IMAGE_URLS,
          Feature.CALLS,
          Feature.TOOL_CHOICE,
          Feature.TEMPERATURE,
          Feature.USER);
  private static final Set<Feature> ANSWERED =
      EnumSet.of(
          Feature.SEALS,
          Feature.REDACTED,
          Feature.CALLS,
          Feature.CACHE_WRITES,
          Feature.REASONING_TOKENS);
  private static final int ROUNDS = 60;

  /** Each caller's format with each provider's, of those that are both. */
  static Stream<Arguments> pairs() {
    List<Arguments> pairs = new ArrayList<>();
    for (Api api : List.of(Api.CHAT, Api.RESPONSES, Api.MESSAGES)) {
      for (Dialect dialect : List.of(Dialect.CHAT, Dialect.RESPONSES, Dialect.MESSAGES)) {
        pairs.add(Arguments.of(api, dialect));
      }
    }
    return pairs.stream();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void aRequestMeansTheSameInTheProvidersDialect(Api api, Dialect dialect) {
    RandomRequests requests = new RandomRequests(1, ASKED);
    for (int i = 0; i < ROUNDS; i++) {
      ModelRequest request = asked(requests.next());
      ModelRequest asCalled = read(api, write(Dialect.valueOf(api.name()), request));
      ModelRequest asSent = read(Api.valueOf(dialect.name()), write(dialect, asCalled));
      assertThat(asked(asSent)).isEqualTo(request);
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void aWholeAnswerMeansTheSameInTheCallersFormat(Api api, Dialect dialect) {
    RandomAnswers answers = new RandomAnswers(2, ANSWERED, "a");
    for (int i = 0; i < ROUNDS; i++) {
      ModelAnswer answer = answers.next();
      byte[] sent =
          Formats.wholeAnswerWriter(Api.valueOf(dialect.name())).write(answer, context(answer));
      ModelAnswer understood = Formats.answerReader(dialect).read(sent);
      byte[] got = Formats.wholeAnswerWriter(api).write(understood, context(answer));
      assertSame(Formats.answerReader(Dialect.valueOf(api.name())).read(got), answer);
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void aStreamMeansTheSameInTheCallersFormat(Api api, Dialect dialect) {
    RandomAnswers answers = new RandomAnswers(3, ANSWERED, "a");
    Random random = new Random(4);
    for (int i = 0; i < ROUNDS; i++) {
      ModelAnswer answer = answers.next();
      AnswerWriter sent = Formats.answerWriter(Api.valueOf(dialect.name()), context(answer));
      Deltas.play(answer, sent, random);
      AnswerWriter got = Formats.answerWriter(api, context(answer));
      Deltas.feed(Formats.answerParser(dialect, got), sent.take(), random);
      AnswerCollector collector = new AnswerCollector();
      Deltas.feed(Formats.answerParser(Dialect.valueOf(api.name()), collector), got.take(), random);
      assertSame(Objects.requireNonNull(collector.answer()), answer);
    }
  }

  /**
   * A request without what the assistant has not finished, for which Messages has a use of its own,
   * and whose tools say that they are not strict, since the formats' defaults differ.
   */
  private static ModelRequest asked(ModelRequest request) {
    List<Message> messages = request.messages();
    int last = messages.size() - 1;
    boolean asked = messages.get(last).role() != Message.Role.ASSISTANT;
    return new ModelRequest(
        asked ? messages : messages.subList(0, last),
        request.tools().stream().map(TranslationMatrixTest::said).toList(),
        request.toolChoice(),
        request.parallelToolCalls(),
        request.sampling(),
        request.reasoning(),
        request.outputFormat(),
        request.stream(),
        request.cache(),
        request.promptCacheKey(),
        request.promptCacheRetention(),
        request.user(),
        request.options());
  }

  private static Tool said(Tool tool) {
    Tool.Function of = (Tool.Function) tool;
    return new Tool.Function(of.name(), of.description(), of.schema(), false, false, null);
  }

  private static void assertSame(ModelAnswer read, ModelAnswer answer) {
    assertThat(read.parts()).isEqualTo(answer.parts());
    assertThat(read.stop()).isEqualTo(answer.stop());
    assertThat(read.usage()).isEqualTo(answer.usage());
    assertThat(read.model()).isEqualTo(answer.model());
  }

  private static ModelRequest read(Api api, byte[] body) {
    return Formats.requestReader(api).read(body, TranslationMatrixTest::refuse);
  }

  private static byte[] write(Dialect dialect, ModelRequest request) {
    String type = dialect == Dialect.MESSAGES ? "anthropic" : "openai";
    String model = dialect == Dialect.MESSAGES ? "claude-sonnet-4-6" : "gpt-4.1";
    Target target = new Target(model, type, null, Set.of(), true);
    return Formats.requestWriter(dialect).write(request, target, TranslationMatrixTest::refuse);
  }

  private static void refuse(String feature, String details) {
    throw new AssertionError(feature + ": " + details);
  }

  /** The context of an answer by the model that was asked for, which Messages answers name. */
  private static AnswerContext context(ModelAnswer answer) {
    String model = Objects.requireNonNull(answer.model());
    return new AnswerContext(model, "r1", Instant.EPOCH, ModelRequest.of(List.of()), 0);
  }
}
