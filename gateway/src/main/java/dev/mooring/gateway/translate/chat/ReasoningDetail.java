package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.Signature;
import org.jspecify.annotations.Nullable;

/**
 * One of {@code reasoning_details}, OpenRouter's list of thoughts and their seals.
 *
 * @param text empty where the words are withheld
 */
record ReasoningDetail(String text, @Nullable Signature signature) {

  /** Reads one; null where it is of a kind that is not known. */
  static @Nullable ReasoningDetail read(JsonNode detail) {
    return switch (detail.path("type").asText("")) {
      case "reasoning.text" ->
          new ReasoningDetail(
              detail.path("text").asText(""), seal(detail.path("signature"), detail, false));
      case "reasoning.summary" -> new ReasoningDetail(detail.path("summary").asText(""), null);
      case "reasoning.encrypted" ->
          new ReasoningDetail("", seal(detail.path("data"), detail, true));
      default -> null;
    };
  }

  /** Whether any of the details has words. */
  static boolean anyText(JsonNode details) {
    for (JsonNode detail : details) {
      if (!detail.path("text").asText("").isEmpty()
          || !detail.path("summary").asText("").isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Writes one. */
  void write(EventText out) {
    if (signature != null && signature.redacted()) {
      out.raw("{\"type\":\"reasoning.encrypted\",\"data\":").string(value(signature)).raw("}");
      return;
    }
    out.raw("{\"type\":\"reasoning.text\",\"text\":").string(text);
    if (signature != null) {
      out.raw(",\"signature\":").string(value(signature));
    }
    out.raw("}");
  }

  /** A seal's text: Anthropic's bare, others' behind their tag. */
  private static String value(Signature signature) {
    Signature.Family field = Signature.Family.ANTHROPIC;
    return new Signature(signature.family(), signature.value()).in(field);
  }

  /** Whose seals a format has; null for who is none of ours. */
  private static Signature.@Nullable Family family(String format) {
    if (format.isEmpty() || format.startsWith("anthropic")) {
      return Signature.Family.ANTHROPIC;
    }
    return format.contains("openai")
        ? Signature.Family.OPENAI
        : format.startsWith("google") ? Signature.Family.GOOGLE : null;
  }

  /** The seal in a field; whose it is, OpenRouter tells in {@code format}. */
  private static @Nullable Signature seal(JsonNode field, JsonNode detail, boolean encrypted) {
    String value = field.asText("");
    if (value.isEmpty()) {
      return null;
    }
    Signature.Family family = family(detail.path("format").asText(""));
    if (family == null) {
      return null;
    }
    Signature seal = Signature.from(value, family);
    boolean redacted = encrypted && seal.family() == Signature.Family.ANTHROPIC;
    return new Signature(seal.family(), seal.value(), redacted);
  }
}
