package dev.mooring.affinity;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
  public static final int MESSAGE_CODE_POINTS = 4_096;

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
    private ToolSet.@Nullable Builder collected;
    private ToolSet tools = ToolSet.NONE;
    private List<Utf8Text> instruction = List.of();
    private List<Utf8Text> opening = List.of();
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
      return instructionUtf8(utf8(textBlocks));
    }

    /** The same, of blocks that are UTF-8 already. */
    public Builder instructionUtf8(List<Utf8Text> textBlocks) {
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
      return openingUtf8(utf8(textBlocks));
    }

    /** The same, of blocks that are UTF-8 already. */
    public Builder openingUtf8(List<Utf8Text> textBlocks) {
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
      if (collected == null) {
        collected = ToolSet.builder();
      }
      Utf8Text schema = new Utf8Text(canonicalSchema, 0, canonicalSchema.length);
      collected.add(Utf8Text.of(name), Utf8Text.of(description), schema);
      return this;
    }

    /** All tools at once, in place of {@link #tool}. */
    public Builder tools(ToolSet set) {
      tools = set;
      return this;
    }

    /** The fingerprint, 32 lower-case hex characters. */
    public String finish() {
      FramedDigest digest = new FramedDigest().add(team);
      addAll(digest, instruction);
      addAll(digest, opening);
      (collected == null ? tools : collected.build()).addTo(digest);
      return digest.hex().substring(0, ID_LENGTH);
    }

    private static void requireFirst(String part, boolean given) {
      if (given) {
        throw new IllegalStateException(part + ": given twice (expected: at most once)");
      }
    }

    private static List<Utf8Text> utf8(List<String> blocks) {
      return blocks.stream().map(Utf8Text::of).toList();
    }

    private static List<Utf8Text> withoutBillingHeader(List<Utf8Text> blocks) {
      int first = 0;
      while (first < blocks.size() && blocks.get(first).startsWith(BILLING_HEADER)) {
        first++;
      }
      return blocks.subList(first, blocks.size());
    }

    /** The blocks' beginnings that count; empty for a blank message. */
    private static List<Utf8Text> counted(List<Utf8Text> blocks) {
      if (allBlank(blocks)) {
        return List.of();
      }
      List<Utf8Text> counted = new ArrayList<>(blocks.size());
      int left = MESSAGE_CODE_POINTS;
      for (Utf8Text block : blocks) {
        if (left == 0) {
          break;
        }
        Utf8Text beginning = block.beginning(left);
        left -= beginning.codePoints();
        counted.add(beginning);
      }
      return counted;
    }

    private static boolean allBlank(List<Utf8Text> blocks) {
      for (Utf8Text block : blocks) {
        if (!block.isBlank()) {
          return false;
        }
      }
      return true;
    }

    private static void addAll(FramedDigest digest, List<Utf8Text> blocks) {
      digest.length(blocks.size());
      for (Utf8Text block : blocks) {
        block.addTo(digest);
      }
    }
  }
}
