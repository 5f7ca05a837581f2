package dev.mooring.gateway.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code providers[].credentials[]}: the accounts of a provider. */
final class CredentialSection {
  private static final Field<String> ID = Field.required("id", Values.id(), "");
  private static final Field<String> API_KEY = Field.optional("apiKey", Values.secret());
  private static final Field<SectionReader> ENTRA = Field.section("entra", EntraSection.SECTION);
  private static final Field<SectionReader> AWS = Field.section("aws", AwsSection.SECTION);
  private static final Field<SectionReader> GOOGLE = Field.section("google", GoogleSection.SECTION);
  private static final Field<Double> WEIGHT =
      Field.defaulted("weight", Values.amount(), Defaults.CREDENTIAL_WEIGHT);
  private static final Field<String> CACHE_SCOPE = Field.optional("cacheScope", Values.id());
  private static final Field<Boolean> DRAINING =
      Field.defaulted("draining", Values.flag(), Defaults.DRAINING);

  static final Section SECTION =
      Section.of(ID, API_KEY, ENTRA, AWS, GOOGLE, WEIGHT, CACHE_SCOPE, DRAINING);

  private static final List<Cloud> CLOUDS =
      List.of(
          new Cloud(ENTRA, ProviderType.AZURE, EntraSection::bind),
          new Cloud(AWS, ProviderType.BEDROCK, AwsSection::bind),
          new Cloud(GOOGLE, ProviderType.VERTEX, GoogleSection::bind));

  /** A cloud whose identities stand for API keys, with the one type of provider that takes them. */
  private record Cloud(
      Field<SectionReader> field,
      ProviderType type,
      Function<SectionReader, CloudIdentity> binding) {}

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
      CloudIdentity identity = identity(in, type);
      credentials.add(
          new CredentialConfig(
              id,
              apiKey(in, type, identity),
              in.get(WEIGHT),
              in.find(CACHE_SCOPE).orElse(id),
              in.get(DRAINING),
              identity));
    }
    if (!credentials.isEmpty() && credentials.stream().allMatch(one -> one.weight() == 0)) {
      sections.get(0).refuse(WEIGHT, "is 0 for every credential (expected: one above 0)");
    }
    return List.copyOf(credentials);
  }

  /** A credential of its own cache and the usual weight. */
  static CredentialConfig of(String id, String apiKey) {
    return new CredentialConfig(id, apiKey, Defaults.CREDENTIAL_WEIGHT, id);
  }

  /** Who it is in the cloud of its provider's type; null where it says nothing of that. */
  private static @Nullable CloudIdentity identity(SectionReader in, ProviderType type) {
    CloudIdentity identity = null;
    for (Cloud cloud : CLOUDS) {
      if (!in.has(cloud.field())) {
        continue;
      }
      if (type == cloud.type()) {
        identity = in.find(cloud.field()).map(cloud.binding()).orElse(null);
      } else {
        in.refuse(cloud.field(), "has no meaning for this type (remove it)");
      }
    }
    return identity;
  }

  /** Its key; empty where it is a cloud's identity instead. */
  private static String apiKey(
      SectionReader in, ProviderType type, @Nullable CloudIdentity identity) {
    if (in.has(API_KEY) && identity != null) {
      in.refuse(API_KEY, "is not used beside a cloud's identity (remove one of them)");
    }
    boolean cloudWritten = CLOUDS.stream().anyMatch(cloud -> in.has(cloud.field()));
    if (!in.has(API_KEY) && !cloudWritten) {
      in.refuse(API_KEY, "is missing (" + wanted(type) + ")");
    }
    return in.find(API_KEY).orElse("");
  }

  private static String wanted(ProviderType type) {
    return CLOUDS.stream()
        .filter(cloud -> cloud.type() == type)
        .map(cloud -> "write it, or " + cloud.field().name())
        .findFirst()
        .orElse("it is required");
  }
}
