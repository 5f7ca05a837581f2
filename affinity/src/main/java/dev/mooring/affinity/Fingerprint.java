package dev.mooring.affinity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;

/** The conversation fingerprint (contract, section 4). */
public final class Fingerprint {
  private Fingerprint() {}

  /** Begins a fingerprint in a team. */
  public static Builder builder(String team) {
    return new Builder(team);
  }

  /** Collects the parts of a fingerprint. */
  public static final class Builder {
    private final StringBuilder parts = new StringBuilder();
    private final TreeSet<String> tools = new TreeSet<>();

    private Builder(String team) {
      parts.append(team).append('\0');
    }

    /** The first system or developer message, as its text blocks. */
    public Builder instruction(List<String> textBlocks) {
      parts.append("i").append(textBlocks).append('\0');
      return this;
    }

    /** The first message that is neither system nor developer, as its text blocks. */
    public Builder opening(List<String> textBlocks) {
      parts.append("o").append(textBlocks).append('\0');
      return this;
    }

    /** One tool. */
    public Builder tool(String name, String description, byte[] canonicalSchema) {
      tools.add(
          name + '\0' + description + '\0' + new String(canonicalSchema, StandardCharsets.UTF_8));
      return this;
    }

    /** The 32 lower-case hex characters. */
    public String finish() {
      try {
        byte[] all = (parts.toString() + tools).getBytes(StandardCharsets.UTF_8);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(all);
        return HexFormat.of().formatHex(digest).substring(0, 32);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
