package dev.mooring.gateway.translate.model;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** A tool that the model may call. */
public sealed interface Tool {

  /** The name by which it is called. */
  String name();

  /**
   * One that the caller runs.
   *
   * @param schema a JSON schema of an object; null where none is given
   * @param strict whether arguments must follow the schema; null for the default
   * @param freeform whether the model gives it bare text (OpenAI's {@code custom} tools); its calls
   *     then have arguments {@code {"input": text}}
   */
  record Function(
      String name,
      @Nullable String description,
      @Nullable JsonNode schema,
      @Nullable Boolean strict,
      boolean freeform,
      @Nullable CacheMark cache)
      implements Tool {}

  /**
   * One that a provider runs, or that only its models know, such as web search.
   *
   * @param family whose tool: {@code openai}, {@code anthropic}, {@code google}
   * @param definition as that family's API has it
   */
  record Hosted(String family, String name, JsonNode definition) implements Tool {}
}
