package dev.mooring.gateway.routing.rules;

import dev.mooring.gateway.config.RuleCondition;
import dev.mooring.gateway.config.RuleVariable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What rules read of a request, for one of its models.
 *
 * @param settled what has few values
 * @param user empty for none
 * @param promptTokens the estimated size of the prompt
 */
public record RuleInput(
    Settled settled, String user, RequestHeaders headers, List<String> tags, long promptTokens) {

  /**
   * What of a request has few values, so that what follows from it is remembered.
   *
   * @param model the model's id
   * @param requestedModel the model that the request asks for, as it was written
   * @param api empty outside the chat APIs
   * @param key empty where there is none
   */
  public record Settled(String model, String requestedModel, String api, String team, String key) {

    /** The values by the variables' names. */
    Map<String, Object> variables() {
      Map<String, Object> variables = new HashMap<>(16);
      put(variables, RuleVariable.MODEL, model);
      put(variables, RuleVariable.REQUESTED_MODEL, requestedModel);
      put(variables, RuleVariable.API, api);
      put(variables, RuleVariable.TEAM, team);
      put(variables, RuleVariable.KEY, key);
      return variables;
    }
  }

  /** The values of all variables but the headers; may be changed. */
  Map<String, Object> variables() {
    Map<String, Object> variables = settled.variables();
    put(variables, RuleVariable.USER, user);
    put(variables, RuleVariable.TAGS, tags);
    put(variables, RuleVariable.PROMPT_TOKENS, promptTokens);
    return variables;
  }

  /**
   * The headers that a condition reads; null where one is absent without which it cannot be true.
   */
  @Nullable Map<String, String> headersFor(RuleCondition condition) {
    for (String name : condition.neededHeaders()) {
      if (headers.first(name) == null) {
        return null;
      }
    }
    if (condition.readsAllHeaders()) {
      return headers.all();
    }
    if (condition.headers().isEmpty()) {
      return Map.of();
    }
    Map<String, String> read = new HashMap<>();
    for (String name : condition.headers()) {
      String value = headers.first(name);
      if (value != null) {
        read.put(name, value);
      }
    }
    return read;
  }

  private static void put(Map<String, Object> variables, RuleVariable variable, Object value) {
    variables.put(variable.celName(), value);
  }
}
