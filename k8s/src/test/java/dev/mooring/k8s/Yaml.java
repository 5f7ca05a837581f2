package dev.mooring.k8s;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** YAML as plain maps, lists and scalars; a key that is written twice is an error. */
public final class Yaml {
  private Yaml() {}

  /** The documents of a text that are not empty, as maps. */
  public static List<Map<String, Object>> documents(String text) {
    List<Map<String, Object>> documents = new ArrayList<>();
    for (Object document : new Load(settings()).loadAllFromString(text)) {
      if (document != null) {
        documents.add(map(document));
      }
    }
    return documents;
  }

  /** The one document of a text. */
  public static Map<String, Object> document(String text) {
    List<Map<String, Object>> documents = documents(text);
    if (documents.size() != 1) {
      throw new IllegalArgumentException("documents: " + documents.size() + " (expected: 1)");
    }
    return documents.get(0);
  }

  /** The text of a file. */
  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A mapping. */
  @SuppressWarnings("unchecked") // YAML's mappings have text keys in everything read here
  public static Map<String, Object> map(Object value) {
    return (Map<String, Object>) value;
  }

  /** A sequence; empty where there is none. */
  @SuppressWarnings("unchecked") // the loader's sequences are lists of objects
  public static List<Object> list(@org.jspecify.annotations.Nullable Object value) {
    return value == null ? List.of() : (List<Object>) value;
  }

  private static LoadSettings settings() {
    return LoadSettings.builder().setAllowDuplicateKeys(false).build();
  }
}
