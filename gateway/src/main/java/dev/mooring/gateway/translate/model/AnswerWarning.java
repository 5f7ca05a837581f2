package dev.mooring.gateway.translate.model;

/**
 * Something that the caller asked for was not done, or was done otherwise.
 *
 * @param type {@code unsupported} or {@code other}
 * @param feature the caller's field, or a word for it
 * @param details one sentence: what was done instead
 */
public record AnswerWarning(String type, String feature, String details) {}
