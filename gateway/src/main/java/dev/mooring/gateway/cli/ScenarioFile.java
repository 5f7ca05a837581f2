package dev.mooring.gateway.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A file of faults for a simulated provider: {@code faults: [{credential: …, kind: …}, …]}. */
final class ScenarioFile {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ScenarioFile() {}

  /**
   * The faults of a file, in YAML or JSON, each as a JSON object.
   *
   * @throws IllegalArgumentException where the file is not such a file
   */
  static List<String> faults(Path file) throws IOException {
    Object root;
    try {
      root = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
    } catch (YamlEngineException malformed) {
      throw new IllegalArgumentException(file + ": " + malformed.getMessage(), malformed);
    }
    if (!(root instanceof Map<?, ?> map) || !(map.get("faults") instanceof List<?> entries)) {
      throw new IllegalArgumentException(file + ": no list of faults (expected: faults: […])");
    }
    List<String> faults = new ArrayList<>();
    for (Object entry : entries) {
      faults.add(json(entry));
    }
    return faults;
  }

  private static String json(Object entry) {
    try {
      return MAPPER.writeValueAsString(entry);
    } catch (JsonProcessingException invalid) {
      throw new IllegalArgumentException("faults: " + invalid.getOriginalMessage(), invalid);
    }
  }
}
