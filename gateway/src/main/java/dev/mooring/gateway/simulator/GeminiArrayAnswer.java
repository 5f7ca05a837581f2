package dev.mooring.gateway.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** A Gemini answer whose stream is a JSON array, sent element by element. */
record GeminiArrayAnswer(GeminiAnswer answer) implements Answer {

  @Override
  public ObjectNode document() {
    return answer.document();
  }

  @Override
  public String streamType() {
    return "application/json; charset=UTF-8";
  }

  @Override
  public List<ArrayPiece> events() {
    List<ArrayPiece> pieces = new ArrayList<>();
    for (ObjectNode response : answer.responses()) {
      pieces.add(new ArrayPiece(before(pieces.size()) + Json.text(response)));
    }
    pieces.add(new ArrayPiece("\n]\n"));
    return pieces;
  }

  @Override
  public ArrayPiece error(int index, ApiError error, boolean failed) {
    return new ArrayPiece(before(index) + Json.text(GoogleVendor.body(error)) + "\n]\n");
  }

  private static String before(int index) {
    return index == 0 ? "[" : ",\r\n";
  }
}
