package dev.mooring.gateway.api;

/** What one event of a stream means to the relay. */
public record Meaning(
    boolean output, boolean metadataPlace, boolean usageOnly, boolean terminal, boolean error) {}
