package dev.mooring.gateway.config;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a model can do at a target, as requests ask for it by {@code has}. */
public enum Capability {
  /** It takes pictures. */
  VISION("vision"),
  /** It thinks before it answers. */
  REASONING("reasoning"),
  /** It calls tools. */
  TOOL_USE("tool-use"),
  /** It answers by a JSON schema. */
  STRUCTURED_OUTPUT("structured-output"),
  /** Its prompts are cached without markers. */
  IMPLICIT_CACHING("implicit-caching");

  private static final Map<String, Capability> BY_NAME = byName();

  private final String wireName;

  Capability(String wireName) {
    this.wireName = wireName;
  }

  /** Its name in requests and in the configuration, for example {@code tool-use}. */
  public String wireName() {
    return wireName;
  }

  /** All, by name, in the order documented. */
  public static Map<String, Capability> names() {
    return BY_NAME;
  }

  private static Map<String, Capability> byName() {
    Map<String, Capability> names = new LinkedHashMap<>();
    for (Capability capability : values()) {
      names.put(capability.wireName, capability);
    }
    return java.util.Collections.unmodifiableMap(names);
  }
}
