package dev.mooring.gateway.translate.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which tools the model may or must call.
 *
 * @param name the tool of {@link Mode#NAMED}, else null
 * @param allowed the only tools that may be called, by name; empty for all
 */
public record ToolChoice(Mode mode, @Nullable String name, List<String> allowed) {
  /** As the model likes. */
  public static final ToolChoice AUTO = new ToolChoice(Mode.AUTO, null, List.of());

  /** None. */
  public static final ToolChoice NONE = new ToolChoice(Mode.NONE, null, List.of());

  /** At least one. */
  public static final ToolChoice REQUIRED = new ToolChoice(Mode.REQUIRED, null, List.of());

  /** How free the model is. */
  public enum Mode {
    AUTO,
    NONE,
    REQUIRED,
    NAMED
  }

  /** That one. */
  public static ToolChoice named(String name) {
    return new ToolChoice(Mode.NAMED, name, List.of());
  }
}
