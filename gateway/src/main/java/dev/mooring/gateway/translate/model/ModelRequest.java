package dev.mooring.gateway.translate.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks of a model, in no format's own words.
 *
 * @param messages the conversation in order; system messages stand where the format has them
 * @param tools in the order given
 * @param toolChoice null for the model's default
 * @param parallelToolCalls whether one answer may hold several calls; null for the default
 * @param sampling how tokens are chosen, and how many
 * @param reasoning null where nothing is asked
 * @param outputFormat null for plain text
 * @param stream whether the answer is to be a stream
 * @param cache a marker on the whole prompt (Anthropic's top-level {@code cache_control}), or null
 * @param promptCacheKey OpenAI's routing hint, or null
 * @param promptCacheRetention OpenAI's {@code in_memory} or {@code 24h}, or null
 * @param user an id of the person behind the call, or null
 * @param options fields that one family of providers knows, by the family's name ({@code openai},
 *     {@code anthropic}, {@code google}, {@code bedrock}), each an object of top-level body fields
 *     under their wire names; a writer of the family writes them, the others leave them out
 */
public record ModelRequest(
    List<Message> messages,
    List<Tool> tools,
    @Nullable ToolChoice toolChoice,
    @Nullable Boolean parallelToolCalls,
    Sampling sampling,
    @Nullable ReasoningRequest reasoning,
    @Nullable OutputFormat outputFormat,
    boolean stream,
    @Nullable CacheMark cache,
    @Nullable String promptCacheKey,
    @Nullable String promptCacheRetention,
    @Nullable String user,
    Map<String, JsonNode> options) {

  /** A request of some messages that asks for nothing else; the tests' and builders' start. */
  public static ModelRequest of(List<Message> messages) {
    return new ModelRequest(
        messages,
        List.of(),
        null,
        null,
        Sampling.NONE,
        null,
        null,
        false,
        null,
        null,
        null,
        null,
        Map.of());
  }
}
