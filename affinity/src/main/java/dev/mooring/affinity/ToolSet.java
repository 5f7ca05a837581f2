package dev.mooring.affinity;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tools of a conversation as its fingerprint sees them: a set of digests, one for each name,
 * description and schema.
 */
public final class ToolSet {
  /** No tools. */
  public static final ToolSet NONE = new ToolSet(Set.of());

  private final byte[][] digests;

  private ToolSet(Set<byte[]> digests) {
    this.digests = digests.toArray(new byte[0][]);
  }

  /** Begins a set. */
  public static Builder builder() {
    return new Builder();
  }

  /** Adds the set to a digest. */
  void addTo(FramedDigest digest) {
    digest.length(digests.length);
    for (byte[] tool : digests) {
      digest.add(tool);
    }
  }

  /** Collects tools in any order; a repeated one counts once. */
  public static final class Builder {
    private final FramedDigest digest = new FramedDigest();
    private final TreeSet<byte[]> digests = new TreeSet<>(Arrays::compareUnsigned);

    private Builder() {}

    /**
     * Adds a tool.
     *
     * @param description empty where there is none
     * @param canonicalSchema the schema's bytes without insignificant differences; empty where
     *     there is none
     */
    public Builder add(Utf8Text name, Utf8Text description, Utf8Text canonicalSchema) {
      name.addTo(digest);
      description.addTo(digest);
      canonicalSchema.addTo(digest);
      digests.add(digest.bytes());
      return this;
    }

    /** The set. */
    public ToolSet build() {
      return new ToolSet(digests);
    }
  }
}
