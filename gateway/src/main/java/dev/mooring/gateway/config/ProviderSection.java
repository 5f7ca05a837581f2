package dev.mooring.gateway.config;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** {@code providers[]}: the upstreams. */
final class ProviderSection {
  static final Field<String> ID = Field.required("id", Values.id(), "");
  private static final Field<ProviderType> TYPE =
      Field.required("type", Values.choice(types()), ProviderType.OPENAI_COMPATIBLE);
  private static final Field<String> BASE_URL = Field.optional("baseUrl", BaseUrl.parser());
  private static final Field<List<Dialect>> APIS =
      Field.optional("apis", Lists.of(Values.choice(apiNames())));
  private static final Field<String> REGION = Field.optional("region", Values.id());
  private static final Field<String> PROJECT = Field.optional("project", Values.id());
  private static final Field<String> LOCATION = Field.optional("location", Values.id());
  private static final Field<String> API_VERSION = Field.optional("apiVersion", Values.id());
  private static final Field<Duration> CACHE_LIFETIME =
      Field.optional("cacheLifetime", Values.duration(Duration.ofSeconds(1), Duration.ofDays(7)));
  private static final Field<Boolean> ZERO_DATA_RETENTION =
      Field.defaulted("zeroDataRetention", Values.flag(), Defaults.ZERO_DATA_RETENTION);
  private static final Field<Boolean> PROMPT_TRAINING =
      Field.optional("promptTraining", Values.flag());
  private static final Field<Boolean> STREAM_USAGE =
      Field.defaulted("streamUsage", Values.flag(), Defaults.STREAM_USAGE);
  private static final Field<SectionReader> RETRY = Field.section("retry", RetrySection.SECTION);
  private static final Field<SectionReader> TIMEOUTS =
      Field.section("timeouts", TimeoutsSection.SECTION);
  private static final Field<Boolean> DRAINING =
      Field.defaulted("draining", Values.flag(), Defaults.DRAINING);
  private static final Field<SectionReader> PROMPT_CACHE =
      Field.section("promptCache", PromptCacheSection.SECTION);
  private static final Field<List<SectionReader>> CREDENTIALS =
      Field.sections("credentials", CredentialSection.SECTION);

  static final Section SECTION =
      Section.of(
          ID,
          TYPE,
          BASE_URL,
          APIS,
          REGION,
          PROJECT,
          LOCATION,
          API_VERSION,
          CACHE_LIFETIME,
          ZERO_DATA_RETENTION,
          PROMPT_TRAINING,
          STREAM_USAGE,
          RETRY,
          TIMEOUTS,
          DRAINING,
          PROMPT_CACHE,
          CREDENTIALS);

  private ProviderSection() {}

  /** Binds the providers, by id, in the order written. */
  static Map<String, ProviderConfig> bind(List<SectionReader> sections) {
    Map<String, ProviderConfig> providers = new LinkedHashMap<>();
    for (SectionReader in : sections) {
      ProviderConfig provider = bind(in);
      if (!provider.id().isEmpty() && providers.put(provider.id(), provider) != null) {
        in.refuse(ID, "'" + provider.id() + "' is another provider too (rename one)");
      }
    }
    return Collections.unmodifiableMap(providers);
  }

  /** Binds one provider. */
  private static ProviderConfig bind(SectionReader in) {
    ProviderType type = in.get(TYPE);
    CloudConfig cloud = cloud(in, type);
    return new ProviderConfig(
        in.get(ID),
        type,
        baseUrl(in, type, cloud),
        dialects(in, type),
        in.orNull(CACHE_LIFETIME),
        in.get(ZERO_DATA_RETENTION),
        in.find(PROMPT_TRAINING).orElse(type.compatible()),
        in.get(STREAM_USAGE),
        RetrySection.bind(in.within(RETRY)),
        TimeoutsSection.bind(in.within(TIMEOUTS)),
        in.get(DRAINING),
        in.find(PROMPT_CACHE).map(PromptCacheSection::bind).orElse(null),
        cloud,
        credentials(in, type));
  }

  /** Where in a cloud it is: what its type must be told, and nothing that is another's. */
  private static CloudConfig cloud(SectionReader in, ProviderType type) {
    String region = place(in, REGION, type == ProviderType.BEDROCK, "us-east-1");
    String location = place(in, LOCATION, type == ProviderType.VERTEX, "global");
    String project = place(in, PROJECT, type == ProviderType.VERTEX, "my-project");
    if (type != ProviderType.AZURE && in.has(API_VERSION)) {
      in.refuse(API_VERSION, "has no meaning for this type (remove it)");
    }
    return new CloudConfig(region + location, project, in.find(API_VERSION).orElse(""));
  }

  /** A field that a type must have, and that no other may. */
  private static String place(
      SectionReader in, Field<String> field, boolean wanted, String example) {
    if (!wanted && in.has(field)) {
      in.refuse(field, "has no meaning for this type (remove it)");
      return "";
    }
    if (wanted && !in.has(field)) {
      in.refuse(field, "is missing (expected: such as " + example + ")");
    }
    return in.find(field).orElse("");
  }

  /** Its origin: as written, cut to what the APIs' paths go on from, or the type's. */
  private static String baseUrl(SectionReader in, ProviderType type, CloudConfig cloud) {
    if (!in.has(BASE_URL)) {
      String usual = type.defaultBaseUrl(cloud.region());
      if (usual == null && in.find(TYPE).isPresent()) {
        in.refuse(BASE_URL, "is missing (type " + type.configName() + " has no public default)");
      }
      return Objects.requireNonNullElse(usual, "");
    }
    String written = in.find(BASE_URL).orElse("");
    String origin = BaseUrl.origin(written);
    if (!origin.equals(written)) {
      in.warn(
          BASE_URL, "is taken as " + origin + " (write it without /v1 and without / at its end)");
    }
    return origin;
  }

  /** What it speaks: as written, or the type's. */
  private static Set<Dialect> dialects(SectionReader in, ProviderType type) {
    Optional<List<Dialect>> written = in.find(APIS);
    if (written.isEmpty()) {
      return type.dialects();
    }
    if (!type.choosesApis()) {
      in.refuse(APIS, "cannot be chosen for type " + type.configName() + " (remove it)");
      return type.dialects();
    }
    if (written.get().isEmpty()) {
      in.refuse(APIS, "is empty (expected: some of chat, responses, messages)");
      return type.dialects();
    }
    return Collections.unmodifiableSet(EnumSet.copyOf(written.get()));
  }

  /** Its credentials; the implicit one for a compatible type without any. */
  private static List<CredentialConfig> credentials(SectionReader in, ProviderType type) {
    List<CredentialConfig> credentials = CredentialSection.bind(in.each(CREDENTIALS), type);
    if (!credentials.isEmpty()) {
      return credentials;
    }
    if (!in.has(CREDENTIALS) && type.compatible()) {
      return List.of(CredentialSection.of(Defaults.IMPLICIT_CREDENTIAL, ""));
    }
    if (in.has(CREDENTIALS) ? in.find(CREDENTIALS).isPresent() : in.find(TYPE).isPresent()) {
      in.refuse(CREDENTIALS, "has no entry (expected: at least one with id and apiKey)");
    }
    return credentials;
  }

  /** The types by name. */
  private static Map<String, ProviderType> types() {
    Map<String, ProviderType> types = new LinkedHashMap<>();
    for (ProviderType type : ProviderType.values()) {
      types.put(type.configName(), type);
    }
    return types;
  }

  /** What can be chosen, by name. */
  private static Map<String, Dialect> apiNames() {
    Map<String, Dialect> names = new LinkedHashMap<>();
    for (Dialect dialect : List.of(Dialect.CHAT, Dialect.RESPONSES, Dialect.MESSAGES)) {
      names.put(dialect.configName(), dialect);
    }
    return names;
  }
}
