package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.translate.model.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a call that come value by value, each at its JSON path ({@code partialArgs});
 * told as pieces of one JSON text. Values come in the order of the text; one that goes back to an
 * object that is closed already is refused.
 */
final class PartialArguments {
  /** More elements of an array than this are not left out. */
  private static final int MAX_GAP = 1000;

  private final StringBuilder text = new StringBuilder();
  private final List<Container> open = new ArrayList<>();

  /** The path of the string that may go on; null where the last value was none. */
  private @Nullable List<Object> string;

  /** An object or array whose end has not come. */
  private static final class Container {
    final @Nullable Object segment;
    final boolean array;
    final Set<Object> names = new HashSet<>();
    int size;

    Container(@Nullable Object segment, boolean array) {
      this.segment = segment;
      this.array = array;
    }
  }

  /**
   * Takes values.
   *
   * @return the text that follows what was told before; may be empty
   */
  String add(JsonNode values) {
    text.setLength(0);
    for (JsonNode value : values) {
      value(value);
    }
    return text.toString();
  }

  /** The rest of the text. */
  String end() {
    text.setLength(0);
    endString();
    if (open.isEmpty()) {
      return "{}";
    }
    closeTo(0);
    return text.toString();
  }

  private void value(JsonNode value) {
    if (!value.path("jsonPath").isTextual()) {
      return;
    }
    List<Object> path = JsonPath.segments(value.path("jsonPath").textValue());
    JsonNode words = value.path("stringValue");
    if (words.isTextual() && path.equals(string)) {
      quote(words.textValue());
      return;
    }
    String json = json(value);
    if (json == null && !words.isTextual()) {
      return;
    }
    endString();
    place(path);
    if (json == null) {
      text.append('"');
      quote(words.textValue());
      string = path;
    } else {
      text.append(json);
    }
  }

  /** A value that is no string, as JSON; null where it is one, or none. */
  private static @Nullable String json(JsonNode value) {
    if (value.path("stringValue").isTextual()) {
      return null;
    }
    if (value.path("numberValue").isNumber()) {
      return Json.text(value.path("numberValue"));
    }
    if (value.path("boolValue").isBoolean()) {
      return value.path("boolValue").asText();
    }
    return value.has("nullValue") ? "null" : null;
  }

  /** Goes to a path, up to where its value stands. */
  private void place(List<Object> path) {
    if (open.isEmpty()) {
      text.append('{');
      open.add(new Container(null, false));
    }
    int common = 1;
    while (common < open.size()
        && common < path.size()
        && path.get(common - 1).equals(open.get(common).segment)) {
      common++;
    }
    closeTo(common);
    for (int i = common - 1; i < path.size(); i++) {
      member(open.get(open.size() - 1), path.get(i));
      if (i + 1 < path.size()) {
        boolean array = path.get(i + 1) instanceof Integer;
        text.append(array ? '[' : '{');
        open.add(new Container(path.get(i), array));
      }
    }
  }

  /** Begins a member of an object or an element of an array. */
  private void member(Container container, Object segment) {
    if (container.array != segment instanceof Integer) {
      throw disorder();
    }
    if (segment instanceof Integer index) {
      if (index < container.size || index - container.size > MAX_GAP) {
        throw disorder();
      }
      while (container.size < index) {
        text.append(container.size++ > 0 ? ",null" : "null");
      }
    } else if (!container.names.add(segment)) {
      throw disorder();
    }
    if (container.size++ > 0) {
      text.append(',');
    }
    if (segment instanceof String name) {
      text.append('"');
      quote(name);
      text.append("\":");
    }
  }

  private void closeTo(int depth) {
    while (open.size() > depth) {
      text.append(open.remove(open.size() - 1).array ? ']' : '}');
    }
  }

  private void endString() {
    if (string != null) {
      text.append('"');
      string = null;
    }
  }

  private void quote(String words) {
    JsonStringEncoder.getInstance().quoteAsString(words, text);
  }

  private static MalformedAnswerException disorder() {
    return new MalformedAnswerException("the arguments of a call come out of order");
  }
}
