package dev.mooring.gateway.translate.aisdk;

import dev.mooring.gateway.translate.model.Signature;
import org.jspecify.annotations.Nullable;

/** A part of a streamed answer that has begun and is not closed. */
final class OpenPart {
  final Kind kind;
  final String id;
  final StringBuilder arguments = new StringBuilder();
  String name = "";
  @Nullable Signature signature;

  /**
   * @param id by which its events name it; of a tool call, the call's
   */
  OpenPart(Kind kind, String id) {
    this.kind = kind;
    this.id = id;
  }

  /** What it is, which its events' types begin with. */
  enum Kind {
    TEXT("text"),
    REASONING("reasoning"),
    TOOL_INPUT("tool-input");

    private final String delta;
    private final String start;
    private final String end;

    Kind(String name) {
      this.start = name + "-start";
      this.delta = name + "-delta";
      this.end = name + "-end";
    }

    String start() {
      return start;
    }

    String delta() {
      return delta;
    }

    String end() {
      return end;
    }
  }
}
