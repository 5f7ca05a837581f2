package dev.mooring.gateway.translate.model;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Random requests, the same for the same seed: a conversation with tools, and whatever else the
 * features allow.
 */
public final class RandomRequests {
  private final Random random;
  private final RandomTexts texts;
  private final RandomParts parts;
  private final Set<Feature> features;

  /** Requests that have any of the features, and seals of any family. */
  public RandomRequests(long seed, Set<Feature> features) {
    this(seed, features, EnumSet.allOf(Signature.Family.class));
  }

  /** Requests that have any of the features, and seals of some families. */
  public RandomRequests(long seed, Set<Feature> features, Set<Signature.Family> families) {
    this.random = new Random(seed);
    this.features = features;
    this.texts = new RandomTexts(random);
    this.parts = new RandomParts(random, features, families);
  }

  /** The next request. */
  public ModelRequest next() {
    List<Tool> tools = features.contains(Feature.CALLS) ? tools() : List.of();
    return new ModelRequest(
        messages(tools),
        tools,
        tools.isEmpty() ? null : choice(tools),
        (!tools.isEmpty() && parts.has(Feature.PARALLEL)) ? random.nextBoolean() : null,
        sampling(),
        reasoning(),
        format(),
        random.nextBoolean(),
        parts.has(Feature.REQUEST_MARK) ? CacheMark.HOUR : null,
        parts.has(Feature.CACHE_KEY) ? texts.word(12) : null,
        parts.has(Feature.CACHE_RETENTION) ? "24h" : null,
        parts.has(Feature.USER) ? texts.word(10) : null,
        Map.of());
  }

  private List<Message> messages(List<Tool> tools) {
    List<Message> messages = new ArrayList<>();
    if (parts.has(Feature.SYSTEM)) {
      messages.add(new Message(Message.Role.SYSTEM, List.copyOf(parts.texts())));
    }
    int turns = 1 + random.nextInt(4);
    for (int i = 0; i < turns; i++) {
      messages.add(new Message(Message.Role.USER, List.copyOf(parts.said())));
      if (i < turns - 1 || random.nextBoolean()) {
        answer(messages, tools);
      }
      if (i < turns - 1 && parts.has(Feature.SYSTEM_LATER)) {
        messages.add(new Message(Message.Role.SYSTEM, List.of(parts.text())));
      }
    }
    return List.copyOf(messages);
  }

  /** An assistant's message, and what its tools gave back. */
  private void answer(List<Message> messages, List<Tool> tools) {
    List<Part> said = new ArrayList<>(parts.reasoning());
    List<Part> results = new ArrayList<>();
    boolean calls = !tools.isEmpty() && random.nextInt(3) > 0;
    if (!calls || random.nextBoolean()) {
      said.addAll(parts.texts());
    }
    for (int i = 1 + random.nextInt(3); calls && i > 0; i--) {
      Tool tool = tools.get(random.nextInt(tools.size()));
      Part.ToolCall call = parts.call(tool.name(), ((Tool.Function) tool).freeform());
      said.add(call);
      results.add(parts.result(call));
    }
    if (!calls && parts.has(Feature.REFUSALS)) {
      said.add(new Part.Refusal(texts.text()));
    }
    messages.add(new Message(Message.Role.ASSISTANT, List.copyOf(said)));
    if (calls) {
      messages.add(new Message(Message.Role.TOOL, List.copyOf(results)));
    }
  }

  private List<Tool> tools() {
    List<Tool> tools = new ArrayList<>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      boolean freeform = parts.has(Feature.FREEFORM_TOOLS);
      tools.add(
          new Tool.Function(
              "tool_" + i + "-" + texts.word(4),
              random.nextBoolean() ? texts.text() : null,
              freeform ? null : texts.schema(),
              (!freeform && parts.has(Feature.STRICT_TOOLS)) ? random.nextBoolean() : null,
              freeform,
              parts.has(Feature.TOOL_MARKS) ? CacheMark.FIVE_MINUTES : null));
    }
    return List.copyOf(tools);
  }

  private @Nullable ToolChoice choice(List<Tool> tools) {
    if (parts.has(Feature.ALLOWED_TOOLS)) {
      boolean must = random.nextBoolean();
      ToolChoice.Mode mode = must ? ToolChoice.Mode.REQUIRED : ToolChoice.Mode.AUTO;
      return new ToolChoice(mode, null, List.of(tools.get(0).name()));
    }
    if (!parts.has(Feature.TOOL_CHOICE)) {
      return null;
    }
    return switch (random.nextInt(4)) {
      case 0 -> ToolChoice.AUTO;
      case 1 -> ToolChoice.NONE;
      case 2 -> ToolChoice.REQUIRED;
      default -> ToolChoice.named(tools.get(random.nextInt(tools.size())).name());
    };
  }

  private Sampling sampling() {
    return new Sampling(
        256L + random.nextInt(4096),
        parts.has(Feature.TEMPERATURE) ? random.nextInt(11) / 10.0 : null,
        parts.has(Feature.TOP_P) ? random.nextInt(1, 11) / 10.0 : null,
        parts.has(Feature.TOP_K) ? (long) random.nextInt(1, 100) : null,
        parts.has(Feature.PENALTIES) ? random.nextInt(-2, 3) / 2.0 : null,
        parts.has(Feature.PENALTIES) ? random.nextInt(-2, 3) / 2.0 : null,
        parts.has(Feature.SEED) ? (long) random.nextInt(1000) : null,
        parts.has(Feature.STOP) ? List.of(texts.text(), "END") : List.of());
  }

  private @Nullable ReasoningRequest reasoning() {
    if (parts.has(Feature.EFFORT)) {
      ReasoningRequest.Effort[] efforts = {
        ReasoningRequest.Effort.LOW, ReasoningRequest.Effort.MEDIUM, ReasoningRequest.Effort.HIGH
      };
      return new ReasoningRequest(efforts[random.nextInt(3)], null, false, null);
    }
    if (parts.has(Feature.BUDGET)) {
      return new ReasoningRequest(null, 1024L + random.nextInt(4096), false, null);
    }
    return parts.has(Feature.ADAPTIVE) ? new ReasoningRequest(null, null, true, null) : null;
  }

  private @Nullable OutputFormat format() {
    if (parts.has(Feature.JSON_SCHEMA)) {
      boolean named = features.contains(Feature.JSON_SCHEMA_NAME);
      return new OutputFormat(
          texts.schema(),
          named ? texts.word(8) : null,
          (named && random.nextBoolean()) ? texts.text() : null,
          (named && random.nextBoolean()) ? random.nextBoolean() : null);
    }
    return parts.has(Feature.JSON_OBJECT) ? new OutputFormat(null, null, null, null) : null;
  }
}
