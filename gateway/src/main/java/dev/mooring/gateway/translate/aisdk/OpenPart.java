package dev.mooring.gateway.translate.aisdk;

import dev.mooring.gateway.translate.model.EventText;
import dev.mooring.gateway.translate.model.FreeformInput;
import dev.mooring.gateway.translate.model.Signature;
import org.jspecify.annotations.Nullable;

/** A part of a streamed answer that has begun and is not closed. */
final class OpenPart {
  final Kind kind;
  final String id;
  final StringBuilder arguments = new StringBuilder();
  String name = "";
  @Nullable Signature signature;

  /** Of a freeform tool's call; else null. */
  @Nullable FreeformInput freeform;

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

    @SuppressWarnings("ImmutableEnumChecker") // nobody changes it
    private final byte[] start;

    @SuppressWarnings("ImmutableEnumChecker") // nobody changes it
    private final byte[] delta;

    private final String end;

    Kind(String name) {
      this.start = head(name + "-start");
      this.delta = head(name + "-delta");
      this.end = name + "-end";
    }

    private static byte[] head(String type) {
      return EventText.ascii("data: {\"type\":\"" + type + "\",\"id\":");
    }

    /** All before the id of the event that begins a part; not to be changed. */
    byte[] start() {
      return start;
    }

    /** All before the id of an event with a delta; not to be changed. */
    byte[] delta() {
      return delta;
    }

    /** The type of the event that closes a part. */
    String end() {
      return end;
    }
  }
}
