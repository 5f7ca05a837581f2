package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.Signature;
import org.jspecify.annotations.Nullable;

/** The fields of a call in an answer, without its index. */
final class ToolCallFields {
  private ToolCallFields() {}

  /** Writes those of a function. */
  static void function(
      EventText out, String id, String name, String arguments, @Nullable Signature signature) {
    out.raw("\"id\":").string(id).raw(",\"type\":\"function\",\"function\":{\"name\":");
    out.string(name).raw(",\"arguments\":").string(arguments).raw("}");
    if (signature != null) {
      out.raw(",\"extra_content\":{\"google\":{\"thought_signature\":");
      out.string(signature.in(Signature.Family.GOOGLE)).raw("}}");
    }
  }

  /** Writes those of a tool that takes bare text. */
  static void custom(EventText out, String id, String name, String input) {
    out.raw("\"id\":").string(id).raw(",\"type\":\"custom\",\"custom\":{\"name\":");
    out.string(name).raw(",\"input\":").string(input).raw("}");
  }
}
