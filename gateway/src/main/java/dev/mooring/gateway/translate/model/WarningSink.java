package dev.mooring.gateway.translate.model;

/** Hears of what a request asks for and will not get; told to the caller in {@code warnings}. */
@FunctionalInterface
public interface WarningSink {

  /**
   * Something cannot be carried over.
   *
   * @param feature the caller's field, for example {@code logit_bias} or {@code tools[2]}
   * @param details one sentence: what was done instead
   */
  void unsupported(String feature, String details);
}
