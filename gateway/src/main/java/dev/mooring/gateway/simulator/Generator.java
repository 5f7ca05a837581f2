package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Generates the answer of a request that is to be answered. Confined to one thread. */
final class Generator {
  private final SimulatorConfig config;
  private final IssuedState issued;
  private final IdSource ids;
  private final PromptCache cache;

  /** A generator with an empty cache. */
  Generator(SimulatorConfig config, IssuedState issued, IdSource ids) {
    this.config = config;
    this.issued = issued;
    this.ids = ids;
    this.cache = new PromptCache(config.cache());
  }

  /**
   * The answer of a request.
   *
   * @param fault what goes wrong with it; null for nothing
   */
  Result generate(Call call, @Nullable Fault fault) {
    Prompt prompt = PromptReader.read(call.api(), call.body(), issued.continued(call.body()));
    if (call.api().dialect() == SimulatedApi.Dialect.ANTHROPIC) {
      ApiError error = RequestCheck.markers(prompt.blocks());
      if (error != null) {
        return new Result(error, CacheUse.none(0, call.exchange().time()), List.of(), () -> {});
      }
    }
    return call.api().generates() ? chat(call, prompt, fault) : plain(call, prompt);
  }

  private Result chat(Call call, Prompt prompt, @Nullable Fault fault) {
    CacheUse use = use(call, prompt);
    Turn turn = turn(call, use, fault);
    Answer answer = Answer.of(call.api(), turn);
    Outline outline =
        call.streamed() ? stream(call, turn, answer, fault) : unary(call, turn, answer);
    List<Step> steps =
        fault == null
            ? Script.plain(outline)
            : new FaultEffect(
                    call.api().dialect(), answer, outline, () -> unary(call, turn, answer))
                .steps(fault);
    return new Result(
        null,
        use,
        steps,
        () -> {
          cache.commit(use);
          keepIssued(call, turn, prompt);
        });
  }

  private Result plain(Call call, Prompt prompt) {
    long now = call.exchange().time().getEpochSecond();
    String scope = call.credential().key().cacheScope();
    ObjectNode body =
        switch (call.api()) {
          case MODELS -> PlainAnswers.models(config.models());
          case EMBEDDINGS -> PlainAnswers.embeddings(call.body(), call.model(), config.seed());
          case COUNT_TOKENS -> PlainAnswers.count(prompt);
          case COMPACT ->
              PlainAnswers.compact(
                  prompt, ids.next("resp_"), issued.encrypted(scope, ids.next("")), now);
          case CHAT, RESPONSES, MESSAGES ->
              throw new IllegalArgumentException("generates: " + call.api());
        };
    Outline outline =
        Outline.json(200, headers(call, "application/json"), Json.bytes(body), latency(call, 0));
    CacheUse use = CacheUse.none(prompt.tokens(), call.exchange().time());
    return new Result(null, use, Script.plain(outline), () -> {});
  }

  private CacheUse use(Call call, Prompt prompt) {
    Instant now = call.exchange().time();
    String scope = call.credential().key().cacheScope();
    if (call.api() == SimulatedApi.MESSAGES || call.model().contains("claude")) {
      return cache.explicit(scope, call.model(), prompt.blocks(), now);
    }
    boolean retained = call.body().path("prompt_cache_retention").asText().equals("24h");
    return cache.implicit(scope, call.model(), prompt.blocks(), retained, now);
  }

  private Turn turn(Call call, CacheUse use, @Nullable Fault fault) {
    Reply reply = call.credential().takeReply(config.reply());
    List<String> pieces = pieces(call, reply, fault);
    int limit = limit(call.body());
    boolean truncated = pieces.size() > limit;
    String nonce = ids.next("");
    String seal =
        call.api() == SimulatedApi.MESSAGES
            ? issued.signature(nonce)
            : issued.encrypted(call.credential().key().cacheScope(), nonce);
    return new Turn(
        ids.next(""),
        call.exchange().time(),
        call.model(),
        call.body(),
        truncated ? pieces.subList(0, limit) : pieces,
        truncated,
        reply,
        use,
        ids,
        seal);
  }

  private List<String> pieces(Call call, Reply reply, @Nullable Fault fault) {
    if (fault != null && fault.kind() == FaultKind.LARGE_TEXT) {
      return List.of("x".repeat(fault.count()));
    }
    String text = reply.text();
    return text == null
        ? Words.draw(reply.outputTokens(), config.seed(), call.bytes())
        : Words.split(text);
  }

  private static int limit(ObjectNode body) {
    for (String field : List.of("max_tokens", "max_completion_tokens", "max_output_tokens")) {
      JsonNode limit = body.path(field);
      if (limit.isInt()) {
        return Math.max(0, limit.asInt());
      }
    }
    return Integer.MAX_VALUE;
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
        headers(call, "text/event-stream; charset=utf-8"),
        answer.events(),
        crlf ? "\r\n" : "\n",
        latency(call, turn.use().total() - turn.use().read()),
        millisPerToken(call));
  }

  private Duration latency(Call call, int uncachedTokens) {
    SimulatedKey key = call.credential().key();
    double jitter = key.jitter().toMillis() * ids.nextDouble();
    double prefill =
        key.prefillTokensPerSecond() == 0
            ? 0
            : uncachedTokens * 1000 / key.prefillTokensPerSecond();
    return key.firstByteLatency().plusMillis(Math.round(jitter + prefill));
  }

  private static double millisPerToken(Call call) {
    double speed = call.credential().key().tokensPerSecond();
    return speed == 0 ? 0 : 1000 / speed;
  }

  private Map<String, String> headers(Call call, String contentType) {
    Map<String, String> headers =
        AnswerHeaders.of(
            call.api().dialect(), contentType, call.exchange().id(), call.credential());
    if (config.codexTurnState() && call.api() == SimulatedApi.RESPONSES) {
      String scope = call.credential().key().cacheScope();
      headers.put("x-codex-turn-state", issued.turnState(scope, ids.next("")));
    }
    return headers;
  }

  private void keepIssued(Call call, Turn turn, Prompt prompt) {
    if (call.api() != SimulatedApi.RESPONSES) {
      return;
    }
    prompt.addContent("assistant", Json.textNode(turn.text()));
    String scope = call.credential().key().cacheScope();
    if (call.body().path("store").asBoolean(true)) {
      issued.keep("resp_" + turn.id(), scope, prompt.blocks());
    }
    if (call.body().hasNonNull("conversation")) {
      issued.keep(IssuedState.conversationId(call.body()), scope, prompt.blocks());
    }
  }

  /**
   * What a request is answered.
   *
   * @param error why it is refused; null where it is not
   * @param onBegin to be called when the answer begins
   */
  record Result(@Nullable ApiError error, CacheUse use, List<Step> steps, Runnable onBegin) {}
}
