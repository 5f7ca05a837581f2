package dev.mooring.affinity;

/** A prompt's estimated size (contract, section 5, "Minimum prompt"). */
public final class PromptSize {
  /** How many bytes of text are taken for a token. */
  public static final int BYTES_PER_TOKEN = 4;

  private PromptSize() {}

  /**
   * The estimated tokens of a prompt.
   *
   * @param utf8Bytes the bytes of its system text, tools and messages together
   */
  public static long estimatedTokens(long utf8Bytes) {
    return utf8Bytes / BYTES_PER_TOKEN;
  }
}
