package dev.mooring.gateway.translate.responses;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The name of a tool, which may stand in a namespace. Other formats have none: there both are one
 * name, from which either can be had again.
 *
 * @param namespace null for none
 */
record ToolName(@Nullable String namespace, String name) {
  /** Letters that other formats allow in names, and that no name is likely to have. */
  private static final String BETWEEN = "_-_";

  /** Reads what {@link #flat} wrote. */
  static ToolName of(String flat) {
    int at = flat.indexOf(BETWEEN);
    return at <= 0 || at + BETWEEN.length() == flat.length()
        ? new ToolName(null, flat)
        : new ToolName(flat.substring(0, at), flat.substring(at + BETWEEN.length()));
  }

  /** The one name. */
  String flat() {
    return namespace == null ? name : namespace + BETWEEN + name;
  }

  /** Writes the members {@code name} and, where there is one, {@code namespace}. */
  void write(JsonGenerator json) throws IOException {
    json.writeStringField("name", name);
    if (namespace != null) {
      json.writeStringField("namespace", namespace);
    }
  }
}
