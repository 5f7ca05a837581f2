package dev.mooring.gateway.config;

import java.util.List;
import java.util.Map;

/** The whole document. */
final class GatewaySection {
  private static final Field<SectionReader> SERVER = Field.section("server", ServerSection.SECTION);
  private static final Field<SectionReader> MANAGEMENT =
      Field.section("management", ManagementSection.SECTION);
  private static final Field<SectionReader> STORE = Field.section("store", StoreSection.SECTION);
  private static final Field<SectionReader> AFFINITY =
      Field.section("affinity", AffinitySection.SECTION);
  private static final Field<SectionReader> HEALTH = Field.section("health", HealthSection.SECTION);
  private static final Field<SectionReader> LOGGING =
      Field.section("logging", LoggingSection.SECTION);
  private static final Field<SectionReader> TRACING =
      Field.section("tracing", TracingSection.SECTION);
  private static final Field<List<SectionReader>> TEAMS =
      Field.sections("teams", TeamSection.SECTION);
  private static final Field<List<SectionReader>> PROVIDERS =
      Field.requiredSections("providers", ProviderSection.SECTION);
  private static final Field<List<SectionReader>> MODELS =
      Field.sections("models", ModelSection.SECTION);
  private static final Field<SectionReader> ROUTING =
      Field.section("routing", RoutingSection.SECTION);

  static final Section SECTION =
      Section.of(
          SERVER,
          MANAGEMENT,
          STORE,
          AFFINITY,
          HEALTH,
          LOGGING,
          TRACING,
          TEAMS,
          PROVIDERS,
          MODELS,
          ROUTING);

  private GatewaySection() {}

  /** Binds the section. */
  static GatewayConfig bind(SectionReader in) {
    Map<String, ProviderConfig> providers = ProviderSection.bind(in.each(PROVIDERS));
    notEmpty(in, PROVIDERS);
    List<TeamConfig> teams = TeamSection.bind(in.each(TEAMS), providers.keySet());
    notEmpty(in, TEAMS);
    ServerConfig server = ServerSection.bind(in.within(SERVER), in.has(TEAMS));
    Map<String, ModelConfig> models = models(in, providers);
    warnOfModelsWithoutPrice(in, teams, models);
    return new GatewayConfig(
        server,
        ManagementSection.bind(in.within(MANAGEMENT), server),
        StoreSection.bind(in.within(STORE)),
        AffinitySection.bind(in.within(AFFINITY)),
        HealthSection.bind(in.within(HEALTH)),
        LoggingSection.bind(in.within(LOGGING)),
        TracingSection.bind(in.within(TRACING)),
        teams,
        providers,
        models,
        ModelSection.aliases(models),
        RoutingSection.bind(in.within(ROUTING), providers));
  }

  /** The models written or, without any, the built-in ones. */
  private static Map<String, ModelConfig> models(
      SectionReader in, Map<String, ProviderConfig> providers) {
    if (in.has(MODELS)) {
      notEmpty(in, MODELS);
      return ModelSection.bind(in.each(MODELS), providers);
    }
    Map<String, ModelConfig> models = DefaultModels.of(providers.values());
    if (models.isEmpty() && !providers.isEmpty()) {
      in.refuse(MODELS, "is missing (none of these providers has built-in models)");
    }
    return models;
  }

  /** Warns where there are budgets that some models are not charged to. */
  private static void warnOfModelsWithoutPrice(
      SectionReader in, List<TeamConfig> teams, Map<String, ModelConfig> models) {
    boolean budgets =
        teams.stream()
            .anyMatch(
                team ->
                    team.budget() != null
                        || team.keys().stream().anyMatch(key -> key.budget() != null));
    List<String> free =
        models.values().stream()
            .filter(model -> model.price() == null)
            .map(ModelConfig::id)
            .toList();
    if (budgets && !free.isEmpty()) {
      in.warn(
          TEAMS,
          "have budgets, to which models without a price are not charged: "
              + String.join(", ", free));
    }
  }

  /** Adds a fault where a list is written without an entry. */
  private static void notEmpty(SectionReader in, Field<List<SectionReader>> field) {
    if (in.has(field) && in.find(field).filter(List::isEmpty).isPresent()) {
      in.refuse(field, "has no entry (write one, or remove the field)");
    }
  }
}
