package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** A dialect whose answers are generated, and whose prompts are cached. */
sealed interface GeneratingDialect extends Dialect
    permits ChatDialect,
        ResponsesDialect,
        MessagesDialect,
        RawPredictDialect,
        InvokeDialect,
        ConverseDialect,
        GeminiDialect {

  /** The prompt of a request. */
  Prompt prompt(ObjectNode body, IssuedState issued);

  /** What is wrong with a prompt's cache markers; null for nothing. */
  default @Nullable ApiError checkMarkers(Prompt prompt) {
    return null;
  }

  /** Whether prompts are cached at markers only. */
  default boolean cachesAtMarkers() {
    return false;
  }

  /** The most output tokens that a request allows. */
  int outputLimit(ObjectNode body);

  /** What marks reasoning as this account's own. */
  default String seal(IssuedState issued, String scope, String nonce) {
    return issued.signature(nonce);
  }

  /** The answer in this dialect. */
  Answer answer(Turn turn);

  /** The answer of a turn has begun. */
  default void begun(Call call, Turn turn, Prompt prompt, IssuedState issued) {}

  /** The limit in the first of these fields that has one. */
  static int limit(JsonNode body, String... fields) {
    for (String field : fields) {
      if (body.path(field).isInt()) {
        return Math.max(0, body.path(field).asInt());
      }
    }
    return Integer.MAX_VALUE;
  }
}
