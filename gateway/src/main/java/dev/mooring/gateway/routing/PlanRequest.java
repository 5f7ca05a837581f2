package dev.mooring.gateway.routing;

import dev.mooring.affinity.Session;
import dev.mooring.gateway.api.GatewayOptions;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.routing.rules.RequestHeaders;
import org.jspecify.annotations.Nullable;

/**
 * What planning needs to know of a request.
 *
 * @param model what the caller asked for: a model's id, an alias, or {@code provider/model}
 * @param api the API that it came by; null for requests outside the chat APIs
 * @param translated whether it may be translated for a candidate that does not speak that API
 * @param options what the request asks of the gateway
 * @param caller who calls
 * @param session what weighted choices are drawn from; null to draw at random
 * @param headers its headers, for rules
 * @param promptTokens the estimated size of its prompt, for rules
 */
public record PlanRequest(
    String model,
    @Nullable Api api,
    boolean translated,
    GatewayOptions options,
    Caller caller,
    @Nullable Session session,
    RequestHeaders headers,
    int promptTokens) {}
