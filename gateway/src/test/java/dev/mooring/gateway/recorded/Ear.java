package dev.mooring.gateway.recorded;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Understands one format's answers; written apart from the gateway's own readers. */
interface Ear {

  /** Hears a whole answer. */
  void whole(JsonNode answer, Listening said);

  /** Hears one event of a stream. */
  void event(JsonNode event, Listening said);

  /** What a stream says. */
  default Said stream(List<JsonNode> events) {
    Listening said = new Listening();
    events.forEach(event -> event(event, said));
    return said.said();
  }

  /** What a whole answer says. */
  default Said whole(JsonNode answer) {
    Listening said = new Listening();
    whole(answer, said);
    return said.said();
  }
}
