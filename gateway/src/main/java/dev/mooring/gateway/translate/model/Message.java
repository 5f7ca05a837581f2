package dev.mooring.gateway.translate.model;

import java.util.List;

/**
 * A message of a conversation.
 *
 * @param role who speaks; results of tools are parts of a {@link Role#TOOL} message
 * @param parts what is said, in order
 */
public record Message(Role role, List<Part> parts) {

  /** Who speaks. */
  public enum Role {
    /** The one who sets the rules: {@code system} and {@code developer} alike. */
    SYSTEM,
    USER,
    ASSISTANT,
    /** The caller's tools, answering the calls of the assistant message before. */
    TOOL
  }

  /** A message of one text. */
  public static Message text(Role role, String text) {
    return new Message(role, List.of(new Part.Text(text, null)));
  }
}
