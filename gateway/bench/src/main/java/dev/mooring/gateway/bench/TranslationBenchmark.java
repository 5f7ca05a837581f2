package dev.mooring.gateway.bench;

import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.translate.TranslatedAnswer;
import dev.mooring.gateway.translate.TranslatedRequest;
import dev.mooring.gateway.translate.model.Target;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The time that it takes to translate a long request, and an event of a streamed answer, between
 * each caller's format and each provider's.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 3, time = 1)
@SuppressWarnings("NullAway.Init") // set by prepare
public class TranslationBenchmark {
  private static final int EVENTS = 500;

  /** The caller's format. */
  @Param({"CHAT", "RESPONSES", "MESSAGES", "AI_SDK"})
  Api from;

  /** The provider's. */
  @Param({"CHAT", "RESPONSES", "MESSAGES", "GEMINI", "CONVERSE"})
  Dialect to;

  private byte[] body;
  private Target target;
  private DeltaEvents events;
  private TranslatedRequest request;

  /** Makes the request and the events. */
  @Setup
  public void prepare() {
    body = LongConversation.body(from);
    String type =
        switch (to) {
          case CHAT, RESPONSES -> "openai";
          case MESSAGES -> "anthropic";
          case GEMINI -> "google";
          case CONVERSE -> "bedrock";
        };
    target = new Target("claude-sonnet-4-5", type, null, Set.of(), true);
    events = DeltaEvents.of(to);
    request = new TranslatedRequest(from, body, (feature, details) -> {});
  }

  /** Translates a request of 100 kB. */
  @Benchmark
  public byte[] request() {
    return new TranslatedRequest(from, body, (feature, details) -> {})
        .body(to, target, (feature, details) -> {});
  }

  /** Translates one event of a stream of 500. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public void event(Blackhole hole) {
    TranslatedAnswer answer = request.answer(to, "model", "request1", Instant.EPOCH, 3, List.of());
    hole.consume(answer.feed(events.begin()));
    for (int i = 0; i < EVENTS; i++) {
      hole.consume(answer.feed(events.word()));
    }
    hole.consume(answer.feed(events.end()));
    hole.consume(answer.end());
  }
}
