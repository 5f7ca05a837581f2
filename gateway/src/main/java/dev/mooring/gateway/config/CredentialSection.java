package dev.mooring.gateway.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code providers[].credentials[]}: the accounts of a provider. */
final class CredentialSection {
  private static final Field<String> ID = Field.required("id", Values.id(), "");
  private static final Field<String> API_KEY = Field.optional("apiKey", Values.secret());
  private static final Field<SectionReader> GOOGLE = Field.section("google", GoogleSection.SECTION);
  private static final Field<Double> WEIGHT =
      Field.defaulted("weight", Values.amount(), Defaults.CREDENTIAL_WEIGHT);
  private static final Field<String> CACHE_SCOPE = Field.optional("cacheScope", Values.id());
  private static final Field<Boolean> DRAINING =
      Field.defaulted("draining", Values.flag(), Defaults.DRAINING);

  static final Section SECTION = Section.of(ID, API_KEY, GOOGLE, WEIGHT, CACHE_SCOPE, DRAINING);

  private CredentialSection() {}

  /** Binds the credentials of one provider, in the order written. */
  static List<CredentialConfig> bind(List<SectionReader> sections, ProviderType type) {
    List<CredentialConfig> credentials = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (SectionReader in : sections) {
      String id = in.get(ID);
      if (!id.isEmpty() && !ids.add(id)) {
        in.refuse(ID, "'" + id + "' is another credential of this provider too (rename one)");
      }
      credentials.add(
          new CredentialConfig(
              id,
              in.find(API_KEY).orElse(""),
              identity(in, type),
              in.get(WEIGHT),
              in.find(CACHE_SCOPE).orElse(id),
              in.get(DRAINING)));
    }
    if (!credentials.isEmpty() && credentials.stream().allMatch(one -> one.weight() == 0)) {
      sections.get(0).refuse(WEIGHT, "is 0 for every credential (expected: one above 0)");
    }
    return List.copyOf(credentials);
  }

  /** Whom a credential stands for; null where it is a key. */
  private static @Nullable Identity identity(SectionReader in, ProviderType type) {
    if (!in.has(GOOGLE)) {
      if (!in.has(API_KEY)) {
        in.refuse(API_KEY, "is missing (it is required)");
      }
      return null;
    }
    if (type != ProviderType.VERTEX) {
      in.refuse(GOOGLE, "has no meaning for this type (remove it)");
    } else if (in.has(API_KEY)) {
      in.refuse(API_KEY, "stands beside an identity (remove one)");
    }
    return in.find(GOOGLE).map(GoogleSection::bind).orElse(null);
  }

  /** A credential of its own cache and the usual weight. */
  static CredentialConfig of(String id, String apiKey) {
    return new CredentialConfig(id, apiKey, Defaults.CREDENTIAL_WEIGHT, id);
  }
}
