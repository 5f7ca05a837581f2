package dev.mooring.gateway.config;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What a rule's condition can read of a request. */
public enum RuleVariable {
  /** The model's id in the configuration. */
  MODEL("model", SimpleType.STRING, true),
  /** The model as the caller wrote it. */
  REQUESTED_MODEL("requestedModel", SimpleType.STRING, true),
  /** {@code chat}, {@code responses} or {@code messages}; empty outside the chat APIs. */
  API("api", SimpleType.STRING, true),
  /** The caller's team; {@code default} where no teams are configured. */
  TEAM("team", SimpleType.STRING, true),
  /** The id of the caller's client key; empty where no teams are configured. */
  KEY("key", SimpleType.STRING, true),
  /** The user behind the key; empty for none. */
  USER("user", SimpleType.STRING, false),
  /** The request's headers by their names in lower case, without those that hold credentials. */
  HEADERS("headers", MapType.create(SimpleType.STRING, SimpleType.STRING), false),
  /** The request's tags. */
  TAGS("tags", ListType.create(SimpleType.STRING), false),
  /** The estimated size of the prompt, in tokens. */
  PROMPT_TOKENS("promptTokens", SimpleType.INT, false);

  private final String celName;
  private final CelType type;
  private final boolean settled;

  RuleVariable(String celName, CelType type, boolean settled) {
    this.celName = celName;
    this.type = type;
    this.settled = settled;
  }

  /** The name in conditions. */
  public String celName() {
    return celName;
  }

  /** Whether it has few values, so that what follows from it can be remembered. */
  public boolean settled() {
    return settled;
  }

  CelType type() {
    return type;
  }

  /** All names, for messages. */
  static String names() {
    return Arrays.stream(values()).map(RuleVariable::celName).collect(Collectors.joining(", "));
  }
}
