package dev.mooring.gateway.evaluate;

import java.util.Locale;

/** A way to keep conversations where their caches are, from none to what the gateway ships with. */
public enum Policy {
  /** Affinity is off: every turn is drawn by weight. */
  OFF("affinity off"),
  /** No client names its session: pins are by fingerprint and name the provider. */
  PROVIDER("provider only"),
  /** Every client names its session: pins name provider and credential; nothing is waited for. */
  CREDENTIAL("provider and credential"),
  /** The same, and large prompts wait for a limit that is soon over. */
  WAIT("with wait-or-move"),
  /** As shipped, and clients name their sessions as they do by themselves. */
  DEFAULT("default");

  private final String words;

  Policy(String words) {
    this.words = words;
  }

  /** Its name in the report. */
  String words() {
    return words;
  }

  /** Its name in files. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What the configuration says of affinity, in YAML. */
  String affinity() {
    int minPrompt = World.text(20_000);
    return switch (this) {
      case OFF -> "{ enabled: false }";
      case PROVIDER, CREDENTIAL -> "{ wait: { max: 0s } }";
      case WAIT, DEFAULT -> "{ wait: { minPromptTokens: " + minPrompt + " } }";
    };
  }
}
