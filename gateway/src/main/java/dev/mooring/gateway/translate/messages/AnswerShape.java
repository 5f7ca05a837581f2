package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.ToolChoice.Mode;
import dev.mooring.gateway.translate.model.WarningSink;

/** How a model is brought to answer in JSON. */
enum AnswerShape {
  /** Not at all. */
  TEXT,
  /** The API holds it to a schema ({@code output_config.format}). */
  ENFORCED,
  /** It must call a tool whose arguments are the answer. */
  TOOL,
  /** It is told to. */
  INSTRUCTED;

  /** The tool of {@link #TOOL}; its call is read as the answer's text. */
  static final String TOOL_NAME = "mooring_json_answer";

  /** What it is told in {@link #INSTRUCTED}. */
  static final String INSTRUCTION =
      "Answer with one JSON object and nothing else: no words around it, no code fence.";

  /**
   * The way for a request. Where a tool of the caller's must be called, that call is the answer.
   */
  static AnswerShape of(
      ModelRequest request, ClaudeModel model, Target target, WarningSink warnings) {
    OutputFormat format = request.outputFormat();
    if (format == null) {
      return TEXT;
    }
    if (format.schema() == null) {
      warnings.unsupported("response_format", "JSON without a schema is asked for in words");
      return INSTRUCTED;
    }
    if (schemas(model, target) && OutputSchema.enforceable(format.schema())) {
      return ENFORCED;
    }
    Mode mode = request.toolChoice() == null ? Mode.AUTO : request.toolChoice().mode();
    return mode == Mode.REQUIRED || mode == Mode.NAMED ? TEXT : TOOL;
  }

  /** Whether schemas are enforced: the clouds that serve Claude lag behind Anthropic's own API. */
  static boolean schemas(ClaudeModel model, Target target) {
    return model.schemas() && target.providerType().equals("anthropic");
  }
}
