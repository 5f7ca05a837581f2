package dev.mooring.gateway.translate.chat;

import dev.mooring.affinity.CacheFacts;
import dev.mooring.gateway.translate.model.Target;

/** In what providers that speak Chat Completions differ, beside the fields that they refuse. */
enum Flavor {
  /** OpenAI, on its own and on Azure's cloud. */
  OPENAI,
  DEEPSEEK,
  ALIBABA,
  MOONSHOT,
  MISTRAL,
  /** Servers of open models, such as vLLM: they take thoughts back, and sampling's every knob. */
  OPEN_MODELS,
  /** Claude behind another gateway: prompts are cached up to markers. */
  CLAUDE,
  /** All others: only what every one of them understands. */
  COMPATIBLE;

  /** The flavor of a model of a provider. */
  static Flavor of(Target target) {
    return switch (target.providerType()) {
      case "openai", "azure" -> OPENAI;
      case "deepseek" -> DEEPSEEK;
      case "alibaba" -> ALIBABA;
      case "moonshot", "moonshotai" -> MOONSHOT;
      case "mistral" -> MISTRAL;
      case "vllm", "sglang", "ollama", "llamacpp" -> OPEN_MODELS;
      default -> CacheFacts.isClaude(target.model()) ? CLAUDE : COMPATIBLE;
    };
  }

  /** The field for the most output tokens. */
  String limitField() {
    return this == OPENAI ? "max_completion_tokens" : "max_tokens";
  }

  /** The field for the seed of sampling. */
  String seedField() {
    return this == MISTRAL ? "random_seed" : "seed";
  }

  /** Whether several texts of one message stay apart; others want one string. */
  boolean keepsTextsApart() {
    return this == OPENAI || takesCacheMarks();
  }

  /** Whether thoughts go back in {@code reasoning_content}. */
  boolean takesThoughts() {
    return switch (this) {
      case DEEPSEEK, ALIBABA, MOONSHOT, OPEN_MODELS -> true;
      case OPENAI, MISTRAL, CLAUDE, COMPATIBLE -> false;
    };
  }

  /** Whether {@code top_k} is known. */
  boolean takesTopK() {
    return switch (this) {
      case ALIBABA, OPEN_MODELS, CLAUDE, COMPATIBLE -> true;
      case OPENAI, DEEPSEEK, MOONSHOT, MISTRAL -> false;
    };
  }

  /** Whether prompts are cached up to {@code cache_control}. */
  boolean takesCacheMarks() {
    return this == ALIBABA || this == CLAUDE;
  }

  /** Whether JSON by a schema can be asked for. */
  boolean takesSchemas() {
    return this != DEEPSEEK;
  }
}
