package dev.mooring.gateway.translate.chat;

import dev.mooring.gateway.translate.model.AnswerSink;

/** Numbers an answer's parts and knows which text, reasoning or refusal is being told. */
final class OpenParts {
  private final AnswerSink sink;
  private Kind open = Kind.NONE;
  private int number;
  private int next;

  /** What may be told bit by bit, one at a time. */
  enum Kind {
    NONE,
    TEXT,
    REASONING,
    REFUSAL
  }

  OpenParts(AnswerSink sink) {
    this.sink = sink;
  }

  /** The number of the part of a kind that is being told, a new one where another was. */
  int in(Kind kind) {
    if (open != kind) {
      close();
      open = kind;
      number = next++;
    }
    return number;
  }

  /** The number of a new part of another kind. */
  int begin() {
    close();
    return next++;
  }

  /** Whether a part of a kind is being told. */
  boolean at(Kind kind) {
    return open == kind;
  }

  /** Ends the part that is being told. */
  void close() {
    if (open != Kind.NONE) {
      open = Kind.NONE;
      sink.close(number);
    }
  }
}
