package dev.mooring.gateway.translate.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.mooring.gateway.api.InvalidRequestException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value in a request's body, which knows where it stands. What has the wrong type becomes an
 * {@link InvalidRequestException} that names its path; JSON's null counts as absent.
 */
public final class JsonField {
  private final @Nullable JsonField parent;
  private final String name;
  private final int index;
  private final JsonNode node;

  private JsonField(@Nullable JsonField parent, String name, int index, @Nullable JsonNode node) {
    this.parent = parent;
    this.name = name;
    this.index = index;
    this.node = node == null ? MissingNode.getInstance() : node;
  }

  /** A body, which must be an object. */
  public static JsonField body(byte[] body) {
    try {
      JsonNode node = Json.read(body);
      if (node.isObject()) {
        return new JsonField(null, "", -1, node);
      }
    } catch (JsonProcessingException e) {
      throw new InvalidRequestException(
          null, "the body cannot be read as JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new InvalidRequestException(null, "the body is not valid JSON");
    }
    throw new InvalidRequestException(null, "the body is not a JSON object");
  }

  /** A value that stands at a path. */
  public static JsonField of(String path, JsonNode value) {
    return new JsonField(null, path, -1, value);
  }

  /** The value itself. */
  public JsonNode node() {
    return node;
  }

  /** The path from the body, for example {@code messages[2].content}. */
  public String path() {
    if (parent == null) {
      return name;
    }
    String before = parent.path();
    return index >= 0 ? before + '[' + index + ']' : before.isEmpty() ? name : before + '.' + name;
  }

  /** Whether there is a value. */
  public boolean present() {
    return !node.isMissingNode() && !node.isNull();
  }

  /** A member; absent where this is absent. */
  public JsonField get(String member) {
    if (present() && !node.isObject()) {
      throw wrong("an object");
    }
    return new JsonField(this, member, -1, node.get(member));
  }

  /** The elements of an array; none where it is absent. */
  public List<JsonField> items() {
    if (!present()) {
      return List.of();
    }
    if (!node.isArray()) {
      throw wrong("an array");
    }
    List<JsonField> items = new ArrayList<>(node.size());
    for (int i = 0; i < node.size(); i++) {
      items.add(new JsonField(this, "", i, node.get(i)));
    }
    return items;
  }

  /** Whether it is a string. */
  public boolean isText() {
    return node.isTextual();
  }

  /** Whether it is the string. */
  public boolean is(String text) {
    return node.isTextual() && node.textValue().equals(text);
  }

  /** A string, or null where it is absent. */
  public @Nullable String text() {
    if (!present()) {
      return null;
    }
    if (!node.isTextual()) {
      throw wrong("a string");
    }
    return node.textValue();
  }

  /** A string that must be there. */
  public String required() {
    String text = text();
    if (text == null) {
      throw wrong("a string");
    }
    return text;
  }

  /** A boolean, or null where it is absent. */
  public @Nullable Boolean flag() {
    if (!present()) {
      return null;
    }
    if (!node.isBoolean()) {
      throw wrong("true or false");
    }
    return node.booleanValue();
  }

  /** A whole number, or null where it is absent. */
  public @Nullable Long whole() {
    if (!present()) {
      return null;
    }
    if (!node.isNumber() || !node.canConvertToLong() || node.doubleValue() != node.longValue()) {
      throw wrong("a whole number");
    }
    return node.longValue();
  }

  /** A number, or null where it is absent. */
  public @Nullable Double number() {
    if (!present()) {
      return null;
    }
    if (!node.isNumber() || Double.isInfinite(node.doubleValue())) {
      throw wrong("a number");
    }
    return node.doubleValue();
  }

  /** What to throw where the value is not as it should be. */
  public InvalidRequestException wrong(String expected) {
    String path = path();
    String what = present() ? "has the wrong type or value" : "is missing";
    return new InvalidRequestException(path, path + " " + what + " (expected: " + expected + ")");
  }
}
