package dev.mooring.gateway.translate.model;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * JSON is asked for.
 *
 * @param schema what it must follow; null for any JSON object
 * @param name the schema's name, or null
 * @param strict whether the provider is to enforce it; null for the default
 */
public record OutputFormat(
    @Nullable JsonNode schema,
    @Nullable String name,
    @Nullable String description,
    @Nullable Boolean strict) {}
