package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.JsonField;
import dev.mooring.gateway.translate.model.OutputFormat;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.ReasoningRequest.Effort;
import org.jspecify.annotations.Nullable;

/** Reads {@code thinking}, {@code output_config} and {@code output_format}. */
final class ThinkingFields {
  private ThinkingFields() {}

  /** How much a body asks to think; null where it asks nothing. */
  static @Nullable ReasoningRequest reasoning(JsonField body) {
    JsonField thinking = body.get("thinking");
    Effort effort = effort(body.get("output_config").get("effort"));
    if (!thinking.present()) {
      return effort == null ? null : new ReasoningRequest(effort, null, false, null);
    }
    return switch (thinking.get("type").required()) {
      case "disabled" -> new ReasoningRequest(Effort.NONE, null, false, null);
      case "adaptive" -> new ReasoningRequest(effort, null, true, summary(thinking));
      case "enabled" ->
          new ReasoningRequest(
              effort, thinking.get("budget_tokens").whole(), false, summary(thinking));
      default -> throw thinking.get("type").wrong("enabled, adaptive or disabled");
    };
  }

  /** Whether thoughts are to be told, which is the default. */
  private static @Nullable String summary(JsonField thinking) {
    return thinking.get("display").is("omitted") ? null : "auto";
  }

  private static @Nullable Effort effort(JsonField effort) {
    String word = effort.text();
    if (word == null) {
      return null;
    }
    return switch (word) {
      case "low" -> Effort.LOW;
      case "medium" -> Effort.MEDIUM;
      case "high" -> Effort.HIGH;
      case "xhigh" -> Effort.XHIGH;
      case "max" -> Effort.MAX;
      default -> throw effort.wrong("low, medium, high, xhigh or max");
    };
  }

  /** The JSON that a body asks for, also under the field's older name; null for plain text. */
  static @Nullable OutputFormat outputFormat(JsonField body) {
    JsonField newer = body.get("output_config").get("format");
    JsonField format = newer.present() ? newer : body.get("output_format");
    if (!format.present()) {
      return null;
    }
    if (!format.get("type").is("json_schema")) {
      throw format.get("type").wrong("json_schema");
    }
    JsonField schema = format.get("schema");
    if (!schema.node().isObject()) {
      throw schema.wrong("an object");
    }
    return new OutputFormat(schema.node(), null, null, null);
  }
}
