package dev.mooring.gateway.evaluate;

/**
 * A piece of a prompt; pieces of one hash are the same text.
 *
 * @param hash at most 16 letters and digits
 * @param tokens its length, at least 1
 */
public record Block(String hash, int tokens) {}
