package dev.mooring.gateway.translate.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names of tools, for providers that take fewer names than callers give. A name that no
 * provider refuses stays as it is; another is made anew, always the same one of the same name. The
 * answer's calls get the callers' names back.
 */
public final class ToolNames {
  private static final Pattern OTHERS = Pattern.compile("[^a-zA-Z0-9_-]");
  private static final int MAX = 64;
  private static final int HASH = 8;

  private ToolNames() {}

  /**
   * The name as every provider takes it: at most 64 ASCII letters, digits, {@code _}, {@code -}.
   */
  public static String fit(String name) {
    if (fits(name)) {
      return name;
    }
    String start = '_' + OTHERS.matcher(name).replaceAll("_");
    int length = Math.min(start.length(), MAX - HASH - 1);
    return start.substring(0, length) + '_' + HashedId.of(name, HASH);
  }

  /** The request under names that every provider takes; the same one where all of them fit. */
  public static ModelRequest fitted(ModelRequest request) {
    if (fits(request)) {
      return request;
    }
    return new ModelRequest(
        request.messages().stream().map(ToolNames::fitted).toList(),
        request.tools().stream().map(ToolNames::fitted).toList(),
        request.toolChoice() == null ? null : fitted(request.toolChoice()),
        request.parallelToolCalls(),
        request.sampling(),
        request.reasoning(),
        request.outputFormat(),
        request.stream(),
        request.cache(),
        request.promptCacheKey(),
        request.promptCacheRetention(),
        request.user(),
        request.options());
  }

  /** A sink that tells the next one the names that the caller has for the tools that are called. */
  public static AnswerSink restoring(AnswerSink next, ModelRequest request) {
    Map<String, String> names = changed(request);
    return names.isEmpty() ? next : new RestoringSink(next, names);
  }

  /** An answer with the names that the caller has for the tools that are called. */
  public static ModelAnswer restored(ModelAnswer answer, ModelRequest request) {
    Map<String, String> names = changed(request);
    if (names.isEmpty()) {
      return answer;
    }
    List<Part> parts = new ArrayList<>(answer.parts().size());
    for (Part part : answer.parts()) {
      parts.add(
          part instanceof Part.ToolCall call
              ? new Part.ToolCall(
                  call.id(),
                  names.getOrDefault(call.name(), call.name()),
                  call.arguments(),
                  call.signature(),
                  call.cache())
              : part);
    }
    return new ModelAnswer(
        answer.id(),
        answer.model(),
        List.copyOf(parts),
        answer.stop(),
        answer.stopSequence(),
        answer.usage());
  }

  private static boolean fits(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      if (!letter && (i == 0 || !((c >= '0' && c <= '9') || c == '-'))) {
        return false;
      }
    }
    return !name.isEmpty() && name.length() <= MAX;
  }

  private static boolean fits(ModelRequest request) {
    for (Tool tool : request.tools()) {
      if (tool instanceof Tool.Function && !fits(tool.name())) {
        return false;
      }
    }
    for (Message message : request.messages()) {
      for (Part part : message.parts()) {
        if ((part instanceof Part.ToolCall call && !fits(call.name()))
            || (part instanceof Part.ToolResult result
                && result.name() != null
                && !fits(result.name()))) {
          return false;
        }
      }
    }
    return true;
  }

  private static Message fitted(Message message) {
    return new Message(message.role(), message.parts().stream().map(ToolNames::fitted).toList());
  }

  private static Part fitted(Part part) {
    if (part instanceof Part.ToolCall call) {
      return new Part.ToolCall(
          call.id(), fit(call.name()), call.arguments(), call.signature(), call.cache());
    }
    if (part instanceof Part.ToolResult result && result.name() != null) {
      return new Part.ToolResult(
          result.callId(), fit(result.name()), result.content(), result.error(), result.cache());
    }
    return part;
  }

  private static Tool fitted(Tool tool) {
    return tool instanceof Tool.Function function
        ? new Tool.Function(
            fit(function.name()),
            function.description(),
            function.schema(),
            function.strict(),
            function.freeform(),
            function.cache())
        : tool;
  }

  private static ToolChoice fitted(ToolChoice choice) {
    return new ToolChoice(
        choice.mode(),
        choice.name() == null ? null : fit(choice.name()),
        choice.allowed().stream().map(ToolNames::fit).toList());
  }

  /** The caller's names by those that fit, where they differ. */
  private static Map<String, String> changed(ModelRequest request) {
    Map<String, String> names = new HashMap<>(0);
    for (Tool tool : request.tools()) {
      if (tool instanceof Tool.Function && !fits(tool.name())) {
        names.putIfAbsent(fit(tool.name()), tool.name());
      }
    }
    return names;
  }

  private static final class RestoringSink extends ForwardingSink {
    private final Map<String, String> names;

    RestoringSink(AnswerSink next, Map<String, String> names) {
      super(next);
      this.names = names;
    }

    @Override
    public void toolCall(int part, String id, String name, @Nullable Signature signature) {
      super.toolCall(part, id, names.getOrDefault(name, name), signature);
    }
  }
}
