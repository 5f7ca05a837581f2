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

  static final Section SECTION = Section.of(ID, KEYS);

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
      teams.add(new TeamConfig(id, keys(in, id, providers, owners)));
    }
    return List.copyOf(teams);
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
