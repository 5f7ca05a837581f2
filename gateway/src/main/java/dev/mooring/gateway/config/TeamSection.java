package dev.mooring.gateway.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code teams[]}: the tenants. */
final class TeamSection {
  private static final Field<String> ID = Field.required("id", Values.id(), "");
  private static final Field<List<SectionReader>> KEYS =
      Field.requiredSections("keys", ClientKeySection.SECTION);

  private static final Field<SectionReader> RATE_LIMIT =
      Field.section("rateLimit", RateLimitSection.SECTION);
  private static final Field<SectionReader> BUDGET = Field.section("budget", BudgetSection.SECTION);
  private static final Field<Map<String, List<ByokCredential>>> BYOK =
      Field.optional("byok", ByokSection.parser());

  static final Section SECTION = Section.of(ID, KEYS, RATE_LIMIT, BUDGET, BYOK);

  private TeamSection() {}

  /**
   * Binds the teams, in the order written.
   *
   * @param providers the known ones
   */
  static List<TeamConfig> bind(List<SectionReader> sections, Set<String> providers) {
    List<TeamConfig> teams = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    Map<String, String> owners = new HashMap<>();
    for (SectionReader in : sections) {
      String id = in.get(ID);
      if (!id.isEmpty() && !ids.add(id)) {
        in.refuse(ID, "'" + id + "' is another team too (rename one)");
      }
      teams.add(
          new TeamConfig(
              id,
              keys(in, id, providers, owners),
              in.find(RATE_LIMIT).map(RateLimitSection::bind).orElse(null),
              in.find(BUDGET).map(BudgetSection::bind).orElse(null),
              byok(in, providers)));
    }
    return List.copyOf(teams);
  }

  /** The team's own credentials, of providers that exist. */
  private static Map<String, List<ByokCredential>> byok(SectionReader in, Set<String> providers) {
    Map<String, List<ByokCredential>> byok = in.find(BYOK).orElse(Map.of());
    for (String provider : byok.keySet()) {
      if (!providers.contains(provider)) {
        in.refuse(
            BYOK,
            "unknown provider '" + provider + "'" + NearestName.suggestion(provider, providers));
      }
    }
    return byok;
  }

  private static List<ClientKeyConfig> keys(
      SectionReader team, String teamId, Set<String> providers, Map<String, String> owners) {
    List<ClientKeyConfig> keys = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (SectionReader in : team.each(KEYS)) {
      ClientKeyConfig key = ClientKeySection.bind(in, providers);
      if (!key.id().isEmpty() && !ids.add(key.id())) {
        in.refuse("has the id of another key of this team, '" + key.id() + "' (rename one)");
      }
      String owner = owners.putIfAbsent(key.secretHash(), teamId + "/" + key.id());
      if (owner != null && !key.secretHash().isEmpty()) {
        in.refuse("has the secret of key " + owner + " (give each key its own)");
      }
      keys.add(key);
    }
    if (team.has(KEYS) && team.find(KEYS).filter(List::isEmpty).isPresent()) {
      team.refuse(KEYS, "has no entry (expected: at least one with id and secret)");
    }
    return List.copyOf(keys);
  }
}
