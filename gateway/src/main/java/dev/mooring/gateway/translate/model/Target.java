package dev.mooring.gateway.translate.model;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What writing a request needs to know of the provider that gets it.
 *
 * @param model the provider's name of the model
 * @param providerType the type's name in configuration, for example {@code openai}
 * @param stickyKey the value for {@code prompt_cache_key} where the provider takes one and the
 *     caller gave none; else null
 * @param refusedFields top-level body fields that the provider rejects
 * @param streamUsage whether the usage of a Chat stream may be asked for
 */
public record Target(
    String model,
    String providerType,
    @Nullable String stickyKey,
    Set<String> refusedFields,
    boolean streamUsage) {}
