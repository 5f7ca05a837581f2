package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Generates the answer of a request that is to be answered. Confined to one thread. */
final class Generator {
  private static final String GENERATION_HEADER = "x-sim-generation-ms";

  private final Sources sources;
  private final PromptCache cache;

  /** A generator with an empty cache. */
  Generator(Sources sources) {
    this.sources = sources;
    this.cache = new PromptCache(sources.config().cache());
  }

  /**
   * The answer of a request.
   *
   * @param fault what goes wrong with it; null for nothing
   */
  Result generate(Call call, @Nullable Fault fault) {
    if (call.dialect() instanceof GeneratingDialect dialect) {
      return generated(call, dialect, fault);
    }
    return plain(call, (PlainDialect) call.dialect());
  }

  private Result generated(Call call, GeneratingDialect dialect, @Nullable Fault fault) {
    Prompt prompt = dialect.prompt(call.body(), sources.issued());
    ApiError error = dialect.checkMarkers(prompt);
    if (error != null) {
      return new Result(error, CacheUse.none(0, call.exchange().time()), List.of(), () -> {});
    }
    CacheUse use = use(call, dialect, prompt);
    Turn turn = turn(call, dialect, use, fault);
    Answer answer = dialect.answer(turn);
    Outline outline =
        call.streamed() ? stream(call, turn, answer, fault) : unary(call, turn, answer);
    List<Step> steps =
        fault == null
            ? Script.plain(outline)
            : new FaultEffect(dialect.vendor(), answer, outline, () -> unary(call, turn, answer))
                .steps(fault);
    return new Result(
        null,
        use,
        Script.generating(steps, generation(call)),
        () -> {
          cache.commit(use);
          dialect.begun(call, turn, prompt, sources.issued());
        });
  }

  private Result plain(Call call, PlainDialect dialect) {
    ObjectNode body = dialect.answer(call, sources);
    Outline outline =
        Outline.json(200, headers(call, "application/json"), Json.bytes(body), latency(call, 0));
    return new Result(
        null, CacheUse.none(0, call.exchange().time()), Script.plain(outline), () -> {});
  }

  private CacheUse use(Call call, GeneratingDialect dialect, Prompt prompt) {
    Instant now = call.exchange().time();
    if (dialect.cachesAtMarkers() || call.model().contains("claude")) {
      return cache.explicit(call.scope(), call.model(), prompt.blocks(), now);
    }
    boolean retained = call.body().path("prompt_cache_retention").asText().equals("24h");
    return cache.implicit(call.scope(), call.model(), prompt.blocks(), retained, now);
  }

  private Turn turn(Call call, GeneratingDialect dialect, CacheUse use, @Nullable Fault fault) {
    Reply reply = call.credential().takeReply(sources.config().reply());
    List<String> pieces = pieces(call, reply, fault);
    int limit = dialect.outputLimit(call.body());
    boolean truncated = pieces.size() > limit;
    String seal = dialect.seal(sources.issued(), call.scope(), sources.ids().next(""));
    return new Turn(
        sources.ids().next(""),
        call.exchange().time(),
        call.model(),
        call.body(),
        truncated ? pieces.subList(0, limit) : pieces,
        truncated,
        reply,
        use,
        sources.ids(),
        seal);
  }

  private List<String> pieces(Call call, Reply reply, @Nullable Fault fault) {
    if (fault != null && fault.kind() == FaultKind.LARGE_TEXT) {
      return List.of("x".repeat(fault.count()));
    }
    String text = reply.text();
    return text == null
        ? Words.draw(reply.outputTokens(), sources.config().seed(), call.bytes())
        : Words.split(text);
  }

  private Outline unary(Call call, Turn turn, Answer answer) {
    Duration generation = Duration.ofMillis(Math.round(turn.outputTokens() * millisPerToken(call)));
    return Outline.json(
        200,
        headers(call, "application/json"),
        Json.bytes(answer.document()),
        latency(call, turn.use().total() - turn.use().read()).plus(generation));
  }

  private Outline stream(Call call, Turn turn, Answer answer, @Nullable Fault fault) {
    boolean crlf = fault != null && fault.kind() == FaultKind.CRLF;
    return Outline.stream(
        headers(call, answer.streamType()),
        answer.events(),
        crlf ? "\r\n" : "\n",
        latency(call, turn.use().total() - turn.use().read()),
        millisPerToken(call));
  }

  private Duration latency(Call call, int uncachedTokens) {
    SimulatedKey key = call.credential().key();
    double jitter = key.jitter().toMillis() * sources.ids().nextDouble();
    double prefill =
        key.prefillTokensPerSecond() == 0
            ? 0
            : uncachedTokens * 1000 / key.prefillTokensPerSecond();
    return key.firstByteLatency().plusMillis(Math.round(jitter + prefill));
  }

  /** How long the caller wants the answer to take from its first part to its last. */
  private static Duration generation(Call call) {
    String millis = call.request().getHeader(GENERATION_HEADER);
    return millis == null ? Duration.ZERO : Duration.ofMillis(Long.parseLong(millis));
  }

  private static double millisPerToken(Call call) {
    double speed = call.credential().key().tokensPerSecond();
    return speed == 0 ? 0 : 1000 / speed;
  }

  private Map<String, String> headers(Call call, String contentType) {
    Map<String, String> headers =
        call.dialect().vendor().headers(contentType, call.exchange().id(), call.credential());
    if (sources.config().codexTurnState() && call.dialect().api() == SimulatedApi.RESPONSES) {
      headers.put(
          "x-codex-turn-state", sources.issued().turnState(call.scope(), sources.ids().next("")));
    }
    return headers;
  }

  /**
   * What a request is answered.
   *
   * @param error why it is refused; null where it is not
   * @param onBegin to be called when the answer begins
   */
  record Result(@Nullable ApiError error, CacheUse use, List<Step> steps, Runnable onBegin) {}
}
