package dev.mooring.gateway.telemetry;

import dev.mooring.gateway.api.Usage;
import dev.mooring.gateway.telemetry.RequestTrace.Upstream;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;

/**
 * OpenTelemetry's names for calls of models (opentelemetry.io, semantic conventions for generative
 * AI, 2026-11).
 */
final class GenAi {
  static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
  static final AttributeKey<String> REQUEST_MODEL = AttributeKey.stringKey("gen_ai.request.model");
  static final AttributeKey<String> RESPONSE_MODEL =
      AttributeKey.stringKey("gen_ai.response.model");
  private static final AttributeKey<String> PROVIDER =
      AttributeKey.stringKey("gen_ai.provider.name");

  /** What {@code gen_ai.provider.name} was called before; many a backend still asks for it. */
  private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("gen_ai.system");

  private static final AttributeKey<Long> INPUT = AttributeKey.longKey("gen_ai.usage.input_tokens");
  private static final AttributeKey<Long> OUTPUT =
      AttributeKey.longKey("gen_ai.usage.output_tokens");
  private static final AttributeKey<Long> CACHED =
      AttributeKey.longKey("gen_ai.usage.cache_read.input_tokens");
  private static final AttributeKey<Long> WRITTEN =
      AttributeKey.longKey("gen_ai.usage.cache_creation.input_tokens");

  private GenAi() {}

  /** The name of an operation: that of the conventions where they have one. */
  static String operation(String ours) {
    return switch (ours) {
      case "chat_completions", "responses", "messages", "ai_sdk" -> "chat";
      default -> ours;
    };
  }

  /** Names the provider of a call, by what it is and by its id in our configuration. */
  static void provider(Span span, Upstream upstream) {
    String name = name(upstream);
    span.setAttribute(PROVIDER, name);
    span.setAttribute(SYSTEM, name);
    span.setAttribute("mooring.provider", upstream.provider());
  }

  /** Tells the tokens of an answer. */
  static void usage(Span span, Usage usage) {
    span.setAttribute(INPUT, usage.input());
    span.setAttribute(OUTPUT, usage.output());
    span.setAttribute(CACHED, usage.cacheRead());
    span.setAttribute(WRITTEN, usage.cacheWrite());
  }

  /** The conventions' name for a type of provider; the provider's own id where they have none. */
  private static String name(Upstream upstream) {
    return switch (upstream.type()) {
      case "openai", "anthropic", "deepseek" -> upstream.type();
      case "azure" -> "azure.ai.openai";
      case "bedrock" -> "aws.bedrock";
      case "google" -> "gcp.gemini";
      case "vertex" -> "gcp.vertex_ai";
      default -> upstream.provider();
    };
  }
}
