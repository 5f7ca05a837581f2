package dev.mooring.affinity;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * A conversation's fingerprint: a hash of its opening that no later turn changes (contract, section
 * 4, "Fingerprint").
 *
 * <p>It covers the team, the first system or developer message, the first message that is neither,
 * and the set of tools. Of each message only text counts, and of that the first {@value
 * #MESSAGE_CODE_POINTS} code points over all blocks. Blocks are framed: two blocks differ from one
 * that joins them, and a plain string is a message of one block. A message without any non-blank
 * text counts as absent.
 */
public final class Fingerprint {
  /** How many code points of a message count. */
  static final int MESSAGE_CODE_POINTS = 4_096;

  private static final String BILLING_HEADER = "x-anthropic-billing-header:";
  private static final int ID_LENGTH = 32;

  private Fingerprint() {}

  /** Begins the fingerprint of a conversation of this team. */
  public static Builder builder(String team) {
    return new Builder(team);
  }

  /** Collects what a fingerprint covers, in any order. Not safe for use by several threads. */
  public static final class Builder {
    private final String team;
    private final TreeSet<byte[]> tools = new TreeSet<>(Arrays::compareUnsigned);
    private List<byte[]> instruction = List.of();
    private List<byte[]> opening = List.of();
    private boolean hasInstruction;
    private boolean hasOpening;

    private Builder(String team) {
      this.team = team;
    }

    /**
     * The first system or developer message: Anthropic's {@code system}, Responses' {@code
     * instructions}. Leading blocks that are Claude Code's billing header are left out.
     *
     * @throws IllegalStateException at a second call
     */
    public Builder instruction(List<String> textBlocks) {
      requireFirst("instruction", hasInstruction);
      hasInstruction = true;
      instruction = counted(withoutBillingHeader(textBlocks));
      return this;
    }

    /**
     * The first message that is neither system nor developer.
     *
     * @throws IllegalStateException at a second call
     */
    public Builder opening(List<String> textBlocks) {
      requireFirst("opening", hasOpening);
      hasOpening = true;
      opening = counted(textBlocks);
      return this;
    }

    /**
     * One tool of the set; a repeated one counts once.
     *
     * @param description empty where there is none
     * @param canonicalSchema the schema's bytes without insignificant differences; empty where
     *     there is none
     */
    public Builder tool(String name, String description, byte[] canonicalSchema) {
      tools.add(new FramedDigest().add(name).add(description).add(canonicalSchema).bytes());
      return this;
    }

    /** The fingerprint, 32 lower-case hex characters. */
    public String finish() {
      FramedDigest digest = new FramedDigest().add(team);
      addAll(digest, instruction);
      addAll(digest, opening);
      digest.length(tools.size());
      tools.forEach(digest::add);
      return digest.hex().substring(0, ID_LENGTH);
    }

    private static void requireFirst(String part, boolean given) {
      if (given) {
        throw new IllegalStateException(part + ": given twice (expected: at most once)");
      }
    }

    private static List<String> withoutBillingHeader(List<String> blocks) {
      int first = 0;
      while (first < blocks.size() && blocks.get(first).startsWith(BILLING_HEADER)) {
        first++;
      }
      return blocks.subList(first, blocks.size());
    }

    /** The UTF-8 of the blocks' beginnings that count; empty for a blank message. */
    private static List<byte[]> counted(List<String> blocks) {
      if (blocks.stream().allMatch(String::isBlank)) {
        return List.of();
      }
      List<byte[]> counted = new ArrayList<>(blocks.size());
      int left = MESSAGE_CODE_POINTS;
      for (String block : blocks) {
        if (left == 0) {
          break;
        }
        String beginning = beginning(block, left);
        left -= beginning.codePointCount(0, beginning.length());
        counted.add(beginning.getBytes(StandardCharsets.UTF_8));
      }
      return counted;
    }

    private static String beginning(String text, int codePoints) {
      if (text.length() <= codePoints) {
        return text;
      }
      int most = Math.min(text.length(), 2 * codePoints);
      String bounded = text.substring(0, most);
      return bounded.codePointCount(0, most) <= codePoints
          ? bounded
          : bounded.substring(0, bounded.offsetByCodePoints(0, codePoints));
    }

    private static void addAll(FramedDigest digest, List<byte[]> blocks) {
      digest.length(blocks.size());
      blocks.forEach(digest::add);
    }
  }
}
