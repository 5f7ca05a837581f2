package dev.mooring.gateway.api;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Where a request says what model it is for and whether its answer streams. */
public sealed interface BodyShape permits PlainShape, BodyShape.CloudMessages {
  /**
   * Anthropic's Messages on a cloud: the API's version in the body, and some of what the body says
   * elsewhere in the path.
   *
   * @param version the value of {@code anthropic_version}
   * @param inPath the fields that the path stands for: {@code model}, {@code stream}
   * @param betasInBody whether beta features are named in the body rather than in a header
   * @param betas those to name in the body
   */
  record CloudMessages(String version, Set<String> inPath, boolean betasInBody, List<String> betas)
      implements BodyShape {
    /** The shape without beta features. */
    public CloudMessages(String version, Set<String> inPath, boolean betasInBody) {
      this(version, inPath, betasInBody, List.of());
    }
  }

  /**
   * The same with the beta features of a caller, where the body is to name them.
   *
   * @param headers the values of its {@code anthropic-beta} headers, each a list with commas
   */
  default BodyShape withBetas(List<String> headers) {
    if (headers.isEmpty() || !(this instanceof CloudMessages cloud) || !cloud.betasInBody()) {
      return this;
    }
    Set<String> betas = new LinkedHashSet<>();
    for (String header : headers) {
      for (String beta : header.split(",", -1)) {
        if (!beta.isBlank()) {
          betas.add(beta.strip());
        }
      }
    }
    return new CloudMessages(cloud.version(), cloud.inPath(), true, List.copyOf(betas));
  }
}
