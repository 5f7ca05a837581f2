package dev.mooring.gateway.translate.responses;

import java.util.Locale;

/** What a model of OpenAI's takes, as far as its name tells. */
record TargetModel(String name) {

  /** What a provider calls a model, in small letters and without a vendor before it. */
  static TargetModel of(String model) {
    String name = model.toLowerCase(Locale.ROOT);
    return new TargetModel(name.substring(name.lastIndexOf('/') + 1));
  }

  /** Whether it is known to think, and therefore to refuse temperature and the like. */
  boolean thinks() {
    return name.matches("o\\d.*") || (name.startsWith("gpt-5") && !name.contains("chat"));
  }

  /** Whether it is known not to think. */
  boolean neverThinks() {
    return name.matches("(gpt-[34]|chatgpt-4).*") || name.matches("gpt-5.*chat.*");
  }
}
