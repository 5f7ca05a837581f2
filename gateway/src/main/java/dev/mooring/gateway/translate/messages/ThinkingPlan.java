package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.ReasoningRequest;
import dev.mooring.gateway.translate.model.ReasoningRequest.Effort;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much a model is to write and to think, within what it takes.
 *
 * @param maxTokens thinking included
 * @param type of {@code thinking}: {@code adaptive}, {@code enabled} or {@code disabled}; null to
 *     say nothing
 * @param budget of {@code enabled}
 * @param effort for {@code output_config}, or null
 */
record ThinkingPlan(long maxTokens, @Nullable String type, long budget, @Nullable String effort) {
  private static final long LEAST_BUDGET = 1_024;
  private static final String FEATURE = "reasoning";

  /**
   * Plans.
   *
   * @param forced whether a tool must be called, which a thinking model cannot be made to
   */
  static ThinkingPlan of(
      ModelRequest request,
      ClaudeModel model,
      List<Turn> turns,
      boolean forced,
      WarningSink warnings) {
    long maxTokens = maxTokens(request.sampling().maxOutputTokens(), model, warnings);
    ReasoningRequest asked = request.reasoning();
    if (asked == null) {
      return new ThinkingPlan(maxTokens, null, 0, null);
    }
    boolean thinks = model.thinking() != ClaudeModel.Thinking.NONE;
    if (asked.off()) {
      return new ThinkingPlan(maxTokens, thinks ? "disabled" : null, 0, null);
    }
    String effort = effort(asked, model);
    String obstacle =
        !thinks
            ? "the model cannot think"
            : forced ? "the model cannot think before a call that it is made to make" : null;
    if (obstacle != null) {
      warnings.unsupported(FEATURE, obstacle);
      return new ThinkingPlan(maxTokens, null, 0, effort);
    }
    boolean freely =
        model.thinking() == ClaudeModel.Thinking.ADAPTIVE
            || (model.adaptive() && asked.budgetTokens() == null);
    return freely
        ? new ThinkingPlan(maxTokens, "adaptive", 0, effort)
        : budgeted(request, asked, model, turns, maxTokens, effort, warnings);
  }

  private static ThinkingPlan budgeted(
      ModelRequest request,
      ReasoningRequest asked,
      ClaudeModel model,
      List<Turn> turns,
      long given,
      @Nullable String effort,
      WarningSink warnings) {
    Long wanted = asked.budgetTokens();
    long maxTokens = given;
    if (wanted != null && wanted >= given && request.sampling().maxOutputTokens() == null) {
      maxTokens = Math.min(model.maxOutput(), wanted + model.defaultOutput());
    }
    long budget = wanted == null ? maxTokens * share(asked) / 100 : wanted;
    budget = Math.max(LEAST_BUDGET, budget);
    if (budget >= maxTokens) {
      budget = maxTokens * 4 / 5;
    }
    String obstacle =
        budget < LEAST_BUDGET
            ? "the model cannot think within so few output tokens"
            : !model.foreign() && unthought(turns)
                ? "the model cannot think on after calls that it made without thinking"
                : null;
    if (obstacle != null) {
      warnings.unsupported(FEATURE, obstacle);
      return new ThinkingPlan(maxTokens, null, 0, effort);
    }
    return new ThinkingPlan(maxTokens, "enabled", budget, effort);
  }

  /** Whether the model is at work. */
  boolean thinking() {
    return type != null && !type.equals("disabled");
  }

  private static long maxTokens(@Nullable Long asked, ClaudeModel model, WarningSink warnings) {
    if (asked == null) {
      return model.defaultOutput();
    }
    if (asked > model.maxOutput()) {
      warnings.unsupported(
          "max_tokens", "the model writes " + model.maxOutput() + " tokens at most");
    }
    return Math.min(asked, model.maxOutput());
  }

  /** The word for an effort; null where the model has none or none is asked for. */
  private static @Nullable String effort(ReasoningRequest asked, ClaudeModel model) {
    Long budget = asked.budgetTokens();
    if (!model.adaptive()) {
      return null;
    }
    if (asked.effort() == null) {
      return budget != null && model.thinking() == ClaudeModel.Thinking.ADAPTIVE
          ? effort(budget)
          : null;
    }
    return switch (asked.effort()) {
      case NONE, MINIMAL, LOW -> "low";
      case MEDIUM -> "medium";
      case HIGH -> "high";
      case XHIGH -> model.thinking() == ClaudeModel.Thinking.ADAPTIVE ? "xhigh" : "max";
      case MAX -> "max";
    };
  }

  private static String effort(long budget) {
    return budget < 4_096 ? "low" : budget < 16_384 ? "medium" : "high";
  }

  /** The percentage of the output tokens that an effort thinks with. */
  private static int share(ReasoningRequest asked) {
    Effort effort = asked.effort() == null ? Effort.HIGH : asked.effort();
    return switch (effort) {
      case NONE -> 0;
      case MINIMAL -> 10;
      case LOW -> 20;
      case MEDIUM -> 50;
      case HIGH -> 80;
      case XHIGH, MAX -> 90;
    };
  }

  /** Whether the model is to go on with a turn of its own that does not begin with thoughts. */
  private static boolean unthought(List<Turn> turns) {
    int last = turns.size() - 1;
    boolean answered =
        !turns.get(last).assistant() && turns.get(last).parts().get(0) instanceof Part.ToolResult;
    int own = answered ? last - 1 : last;
    return own >= 0
        && turns.get(own).assistant()
        && !(turns.get(own).parts().get(0) instanceof Part.Reasoning);
  }
}
