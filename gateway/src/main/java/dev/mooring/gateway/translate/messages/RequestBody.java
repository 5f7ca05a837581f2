package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Json.Writing;
import dev.mooring.gateway.translate.model.WarningSink;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The members of a request's body, each written once, in the order in which they came first. */
final class RequestBody {
  private final Map<String, Writing> members = new LinkedHashMap<>();

  /** A body for a model. */
  RequestBody(String model) {
    put("model", json -> json.writeString(model));
  }

  /** Puts a member. */
  void put(String name, Writing value) {
    members.put(name, value);
  }

  /** Puts a number. */
  void put(String name, long value) {
    put(name, json -> json.writeNumber(value));
  }

  /** Puts a number that was asked for. */
  void putPresent(String name, @Nullable Number value) {
    if (value != null) {
      put(name, json -> json.writeNumber(value.toString()));
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
