package dev.mooring.gateway.config;

import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A list of targets, as models and rules have it: who can serve, under which name. */
final class TargetSection {
  private static final Field<String> PROVIDER = Field.required("provider", Values.text(), "");
  private static final Field<String> MODEL = Field.required("model", Values.modelName(), "");
  private static final Field<Double> WEIGHT = Field.optional("weight", Values.amount());
  private static final Field<String> CREDENTIAL = Field.optional("credential", Values.id());
  private static final Field<SectionReader> PRICE = Field.section("price", PriceSection.SECTION);
  private static final Field<List<Capability>> CAPABILITIES =
      Field.optional("capabilities", Lists.of(Values.choice(Capability.names())));

  static final Section SECTION =
      Section.of(PROVIDER, MODEL, WEIGHT, CREDENTIAL, PRICE, CAPABILITIES);

  private TargetSection() {}

  /**
   * Binds targets, in the order written.
   *
   * @param providers the known ones, by id
   */
  static List<TargetConfig> bind(
      List<SectionReader> sections, Map<String, ProviderConfig> providers) {
    List<TargetConfig> targets = new ArrayList<>();
    for (SectionReader in : sections) {
      targets.add(bind(in, providers));
    }
    if (!targets.isEmpty() && targets.stream().allMatch(TargetSection::neverDrawn)) {
      sections.get(0).refuse(WEIGHT, "is 0 for every target (expected: one above 0)");
    }
    return List.copyOf(targets);
  }

  private static TargetConfig bind(SectionReader in, Map<String, ProviderConfig> providers) {
    String provider = in.get(PROVIDER);
    ProviderConfig known = providers.get(provider);
    if (!provider.isEmpty() && known == null) {
      in.refuse(
          PROVIDER,
          "unknown provider '"
              + provider
              + "'"
              + NearestName.suggestion(provider, providers.keySet()));
    }
    String credential = in.orNull(CREDENTIAL);
    if (credential != null && known != null) {
      List<String> ids = known.credentials().stream().map(CredentialConfig::id).toList();
      if (!ids.contains(credential)) {
        in.refuse(
            CREDENTIAL,
            "unknown credential '"
                + credential
                + "' of provider '"
                + provider
                + "'"
                + NearestName.suggestion(credential, ids));
      }
    }
    return new TargetConfig(
        provider,
        in.get(MODEL),
        in.orNull(WEIGHT),
        credential,
        in.find(PRICE).map(PriceSection::bind).orElse(null),
        in.find(CAPABILITIES).map(Set::copyOf).orElse(null));
  }

  /** Whether a target has the weight 0. */
  private static boolean neverDrawn(TargetConfig target) {
    return target.weight() != null && target.weight() == 0;
  }
}
