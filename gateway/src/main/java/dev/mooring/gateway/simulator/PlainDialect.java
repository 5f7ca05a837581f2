package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A dialect whose answers are documents that need no model. */
sealed interface PlainDialect extends Dialect
    permits CountTokensDialect,
        CompactDialect,
        EmbeddingsDialect,
        ModelsDialect,
        GoogleTokenDialect,
        EntraTokenDialect {

  /** The answer of a request. */
  ObjectNode answer(Call call, Sources sources);
}
