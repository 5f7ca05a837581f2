package dev.mooring.gateway.translate.aisdk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.mooring.gateway.api.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object of a request, whose fields are read with the types that they must have; JSON's null
 * counts as absent.
 *
 * @param path where it stands, for messages; empty for the body
 */
record Fields(JsonNode node, String path) {

  /** The object that a value must be. */
  static Fields of(JsonNode node, String path) {
    if (!node.isObject()) {
      throw wrong(path, "an object");
    }
    return new Fields(node, path);
  }

  /** Where a field of it stands. */
  String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  /** Whether a field has a value. */
  boolean has(String name) {
    return node.hasNonNull(name);
  }

  /** A field's value; missing where it has none. */
  JsonNode get(String name) {
    JsonNode value = node.path(name);
    return value.isNull() ? MissingNode.getInstance() : value;
  }

  /** A string. */
  String string(String name) {
    String value = stringOrNull(name);
    if (value == null) {
      throw new InvalidRequestException(at(name), at(name) + ": missing (expected: a string)");
    }
    return value;
  }

  @Nullable String stringOrNull(String name) {
    JsonNode value = get(name);
    if (value.isMissingNode()) {
      return null;
    }
    if (!value.isTextual()) {
      throw wrong(at(name), "a string");
    }
    return value.textValue();
  }

  @Nullable Boolean bool(String name) {
    JsonNode value = get(name);
    if (value.isMissingNode()) {
      return null;
    }
    if (!value.isBoolean()) {
      throw wrong(at(name), "a boolean");
    }
    return value.booleanValue();
  }

  @Nullable Double number(String name) {
    JsonNode value = get(name);
    if (value.isMissingNode()) {
      return null;
    }
    if (!value.isNumber()) {
      throw wrong(at(name), "a number");
    }
    return value.doubleValue();
  }

  @Nullable Long whole(String name) {
    JsonNode value = get(name);
    if (value.isMissingNode()) {
      return null;
    }
    if (!value.isNumber() || !value.canConvertToLong() || value.doubleValue() % 1 != 0) {
      throw wrong(at(name), "a whole number");
    }
    return value.longValue();
  }

  /** The strings of an array; none where it is absent. */
  List<String> strings(String name) {
    List<String> strings = new ArrayList<>();
    for (JsonNode element : array(name)) {
      if (!element.isTextual()) {
        throw wrong(at(name) + "[" + strings.size() + "]", "a string");
      }
      strings.add(element.textValue());
    }
    return List.copyOf(strings);
  }

  /** An object; null where it is absent. */
  @Nullable Fields object(String name) {
    JsonNode value = get(name);
    return value.isMissingNode() ? null : of(value, at(name));
  }

  /** The objects of an array; none where it is absent. */
  List<Fields> objects(String name) {
    List<Fields> objects = new ArrayList<>();
    for (JsonNode element : array(name)) {
      objects.add(of(element, at(name) + "[" + objects.size() + "]"));
    }
    return objects;
  }

  private JsonNode array(String name) {
    JsonNode value = get(name);
    if (!value.isMissingNode() && !value.isArray()) {
      throw wrong(at(name), "an array");
    }
    return value;
  }

  private static InvalidRequestException wrong(String path, String expected) {
    return new InvalidRequestException(path, path + ": wrong type (expected: " + expected + ")");
  }
}
