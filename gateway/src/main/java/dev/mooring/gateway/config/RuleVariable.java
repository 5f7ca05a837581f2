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
  MODEL("model", SimpleType.STRING, Spread.FEW),
  /** The model as the caller wrote it. */
  REQUESTED_MODEL("requestedModel", SimpleType.STRING, Spread.FEW),
  /** {@code chat}, {@code responses} or {@code messages}; empty outside the chat APIs. */
  API("api", SimpleType.STRING, Spread.FEW),
  /** The caller's team; {@code default} where no teams are configured. */
  TEAM("team", SimpleType.STRING, Spread.FEW),
  /** The id of the caller's client key; empty where no teams are configured. */
  KEY("key", SimpleType.STRING, Spread.FEW),
  /** The user behind the key; empty for none. */
  USER("user", SimpleType.STRING, Spread.MANY),
  /** The request's headers by their names in lower case, without those that hold credentials. */
  HEADERS("headers", MapType.create(SimpleType.STRING, SimpleType.STRING), Spread.MANY),
  /** The request's tags. */
  TAGS("tags", ListType.create(SimpleType.STRING), Spread.MANY),
  /** The estimated size of the prompt, in tokens. */
  PROMPT_TOKENS("promptTokens", SimpleType.INT, Spread.EACH);

  /** How the values of a variable spread over requests; what follows from them is remembered. */
  public enum Spread {
    /** Few values in all. */
    FEW,
    /** Many, but many requests have the same. */
    MANY,
    /** Another with each request. */
    EACH
  }

  private final String celName;
  private final CelType type;
  private final Spread spread;

  RuleVariable(String celName, CelType type, Spread spread) {
    this.celName = celName;
    this.type = type;
    this.spread = spread;
  }

  /** The name in conditions. */
  public String celName() {
    return celName;
  }

  /** How its values spread over requests. */
  public Spread spread() {
    return spread;
  }

  CelType type() {
    return type;
  }

  /** All names, for messages. */
  static String names() {
    return Arrays.stream(values()).map(RuleVariable::celName).collect(Collectors.joining(", "));
  }
}
