package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The top level of a body that is being written: fields that the provider refuses are left out with
 * a warning, those that the caller has written for this very provider are written as they are.
 */
final class Body {
  private final JsonGenerator json;
  private final Set<String> refused;
  private final ObjectNode own;
  private final WarningSink warnings;

  /**
   * @param own the caller's fields for this provider, under their wire names
   */
  Body(JsonGenerator json, Set<String> refused, ObjectNode own, WarningSink warnings) {
    this.json = json;
    this.refused = refused;
    this.own = own;
    this.warnings = warnings;
  }

  /** Begins a field; false where it is not to be written. */
  boolean begins(String name) throws IOException {
    if (own.has(name)) {
      return false;
    }
    if (refused.contains(name)) {
      warnings.unsupported(name, "left out: the provider refuses it");
      return false;
    }
    json.writeFieldName(name);
    return true;
  }

  /** Whether a field can be written; says nothing where it cannot. */
  boolean takes(String name) {
    return !own.has(name) && !refused.contains(name);
  }

  /** Writes a text, unless it is null. */
  void text(String name, @Nullable String value) throws IOException {
    if (value != null && begins(name)) {
      json.writeString(value);
    }
  }

  /** Writes a whole number, unless it is null. */
  void whole(String name, @Nullable Long value) throws IOException {
    if (value != null && begins(name)) {
      json.writeNumber(value);
    }
  }

  /** Writes a number, unless it is null; without a fraction where it has none. */
  void number(String name, @Nullable Double value) throws IOException {
    if (value == null || !begins(name)) {
      return;
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e9) {
      json.writeNumber(value.longValue());
    } else {
      json.writeNumber(value);
    }
  }

  /** Writes a flag, unless it is null. */
  void flag(String name, @Nullable Boolean value) throws IOException {
    if (value != null && begins(name)) {
      json.writeBoolean(value);
    }
  }

  /** Writes the caller's fields for this provider. */
  void own() throws IOException {
    for (Map.Entry<String, JsonNode> field : own.properties()) {
      if (refused.contains(field.getKey())) {
        warnings.unsupported(field.getKey(), "left out: the provider refuses it");
      } else {
        json.writeFieldName(field.getKey());
        json.writeTree(field.getValue());
      }
    }
  }
}
