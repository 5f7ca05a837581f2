package dev.mooring.gateway.config;

import dev.mooring.gateway.config.ModelConfig.Caching;
import dev.mooring.gateway.config.ModelConfig.TargetConfig;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code models[]}: what clients can ask for. */
final class ModelSection {
  private static final Field<String> ID = Field.required("id", Values.modelName(), "");
  private static final Field<List<String>> ALIASES =
      Field.optional("aliases", Lists.of(Values.modelName()));

  private static final Field<Boolean> SUPPORTED = Field.required("supported", Values.flag(), true);
  private static final Field<Integer> MIN_TOKENS =
      Field.optional("minTokens", Values.count(0, Integer.MAX_VALUE));
  private static final Field<SectionReader> CACHING =
      Field.section("caching", Section.of(SUPPORTED, MIN_TOKENS));

  private static final Field<SectionReader> PRICE = Field.section("price", PriceSection.SECTION);
  private static final Field<List<Capability>> CAPABILITIES =
      Field.optional("capabilities", Lists.of(Values.choice(Capability.names())));

  private static final Field<List<SectionReader>> TARGETS =
      Field.requiredSections("targets", TargetSection.SECTION);

  static final Section SECTION = Section.of(ID, ALIASES, CACHING, PRICE, CAPABILITIES, TARGETS);

  private ModelSection() {}

  /**
   * Binds the models, by id, in the order written.
   *
   * @param providers the known ones, by id
   */
  static Map<String, ModelConfig> bind(
      List<SectionReader> sections, Map<String, ProviderConfig> providers) {
    Map<String, ModelConfig> models = new LinkedHashMap<>();
    for (SectionReader in : sections) {
      ModelConfig model = bind(in, providers);
      if (!model.id().isEmpty() && models.put(model.id(), model) != null) {
        in.refuse(ID, "'" + model.id() + "' is another model too (rename one)");
      }
    }
    for (SectionReader in : sections) {
      checkAliases(in, models);
    }
    return Collections.unmodifiableMap(models);
  }

  /** The models by alias. */
  static Map<String, ModelConfig> aliases(Map<String, ModelConfig> models) {
    Map<String, ModelConfig> aliases = new LinkedHashMap<>();
    models.values().forEach(model -> model.aliases().forEach(alias -> aliases.put(alias, model)));
    return Collections.unmodifiableMap(aliases);
  }

  /** Binds one model. */
  private static ModelConfig bind(SectionReader in, Map<String, ProviderConfig> providers) {
    return new ModelConfig(
        in.get(ID),
        in.find(ALIASES).orElse(List.of()),
        in.find(CACHING)
            .map(caching -> new Caching(caching.get(SUPPORTED), caching.orNull(MIN_TOKENS)))
            .orElse(null),
        in.find(PRICE).map(PriceSection::bind).orElse(null),
        in.find(CAPABILITIES).map(Set::copyOf).orElse(Set.of()),
        targets(in, providers));
  }

  /** Binds its targets, in the order written. */
  private static List<TargetConfig> targets(
      SectionReader in, Map<String, ProviderConfig> providers) {
    if (in.has(TARGETS) && in.find(TARGETS).filter(List::isEmpty).isPresent()) {
      in.refuse(TARGETS, "has no entry (expected: at least one with provider and model)");
    }
    return TargetSection.bind(in.each(TARGETS), providers);
  }

  /** Adds a fault for each alias of one model that names something else too. */
  private static void checkAliases(SectionReader in, Map<String, ModelConfig> models) {
    for (String alias : in.find(ALIASES).orElse(List.of())) {
      if (models.containsKey(alias)) {
        in.refuse(ALIASES, "'" + alias + "' is a model's id too (remove it)");
      }
      long uses =
          models.values().stream()
              .flatMap(model -> model.aliases().stream())
              .filter(alias::equals)
              .count();
      if (uses > 1) {
        in.refuse(ALIASES, "'" + alias + "' is written " + uses + " times (keep one)");
      }
    }
  }
}
