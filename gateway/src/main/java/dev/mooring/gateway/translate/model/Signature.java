package dev.mooring.gateway.translate.model;

import java.util.Locale;

/**
 * A provider's seal on reasoning, or reasoning itself that only the provider can read. It is
 * carried through formats that are not its own behind a tag, is never made up, and is sent to no
 * other family than its own.
 *
 * @param redacted whether it is the reasoning itself, encrypted, where the family tells the two
 *     apart (Anthropic's {@code redacted_thinking})
 */
public record Signature(Family family, String value, boolean redacted) {

  /** Whose models can read it. */
  public enum Family {
    /** Anthropic's {@code signature} and {@code redacted_thinking.data}, on every cloud. */
    ANTHROPIC,
    /** The Responses API's {@code encrypted_content}. */
    OPENAI,
    /** Gemini's {@code thoughtSignature}. */
    GOOGLE;

    private final String tag = name().toLowerCase(Locale.ROOT) + ':';
    private final String redactedTag = name().toLowerCase(Locale.ROOT) + "-redacted:";
  }

  /** A seal on words that are told. */
  public Signature(Family family, String value) {
    this(family, value, false);
  }

  /**
   * The text of a seal in a field that is some family's own: the bare value there, else behind a
   * tag.
   */
  public String in(Family field) {
    return family == field ? value : (redacted ? family.redactedTag : family.tag) + value;
  }

  /** Reads what {@link #in} wrote; text without a tag belongs to the field's own family. */
  public static Signature from(String text, Family field) {
    for (Family other : Family.values()) {
      if (other == field) {
        continue;
      }
      if (text.startsWith(other.tag)) {
        return new Signature(other, text.substring(other.tag.length()));
      }
      if (text.startsWith(other.redactedTag)) {
        return new Signature(other, text.substring(other.redactedTag.length()), true);
      }
    }
    return new Signature(field, text);
  }
}
