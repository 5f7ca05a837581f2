package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Json.Writing;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The members of a request's body, each written once, in the order in which they came first. */
final class RequestBody {
  private final Map<String, Writing> members = new LinkedHashMap<>();

  /** Puts a member. */
  void put(String name, Writing value) {
    members.put(name, value);
  }

  /** Puts a string. */
  void put(String name, String value) {
    put(name, json -> json.writeString(value));
  }

  /** Puts a number. */
  void put(String name, long value) {
    put(name, json -> json.writeNumber(value));
  }

  /** Puts a number. */
  void put(String name, double value) {
    put(name, json -> json.writeNumber(value));
  }

  /** Puts an object, unless it is empty. */
  void put(String name, ObjectNode value) {
    if (!value.isEmpty()) {
      put(name, json -> json.writeTree(value));
    }
  }

  /** Puts what the caller says in Anthropic's own words; it wins, but for the conversation. */
  void putOwn(JsonNode options, Set<String> merged) {
    for (Map.Entry<String, JsonNode> option : options.properties()) {
      if (!merged.contains(option.getKey())) {
        put(option.getKey(), json -> json.writeTree(option.getValue()));
      }
    }
  }

  /** The body, without what the provider refuses. */
  byte[] bytes(Set<String> refused, WarningSink warnings) {
    for (String name : refused) {
      if (members.remove(name) != null) {
        warnings.unsupported(name, "the provider does not take it: it is left out");
      }
    }
    return Json.bytes(
        json -> {
          json.writeStartObject();
          for (Map.Entry<String, Writing> member : members.entrySet()) {
            json.writeFieldName(member.getKey());
            member.getValue().to(json);
          }
          json.writeEndObject();
        });
  }
}
