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
      Field.required(
          "type", Values.choice(types(), NotServed.PROVIDER_TYPES), ProviderType.OPENAI_COMPATIBLE);
  private static final Field<String> BASE_URL = Field.optional("baseUrl", BaseUrl.parser());
  private static final Field<List<Api>> APIS =
      Field.optional("apis", Lists.of(Values.choice(apiNames(), List.of())));
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
    return new ProviderConfig(
        in.get(ID),
        type,
        baseUrl(in, type),
        apis(in, type),
        in.orNull(CACHE_LIFETIME),
        in.get(ZERO_DATA_RETENTION),
        in.find(PROMPT_TRAINING).orElse(type.compatible()),
        in.get(STREAM_USAGE),
        RetrySection.bind(in.within(RETRY)),
        TimeoutsSection.bind(in.within(TIMEOUTS)),
        in.get(DRAINING),
        in.find(PROMPT_CACHE).map(PromptCacheSection::bind).orElse(null),
        credentials(in, type));
  }

  /** Its origin: as written, cut to what the APIs' paths go on from, or the type's. */
  private static String baseUrl(SectionReader in, ProviderType type) {
    if (!in.has(BASE_URL)) {
      if (type.defaultBaseUrl() == null && in.find(TYPE).isPresent()) {
        in.refuse(BASE_URL, "is missing (type " + type.configName() + " has no public default)");
      }
      return Objects.requireNonNullElse(type.defaultBaseUrl(), "");
    }
    String written = in.find(BASE_URL).orElse("");
    String origin = BaseUrl.origin(written);
    if (!origin.equals(written)) {
      in.warn(
          BASE_URL, "is taken as " + origin + " (write it without /v1 and without / at its end)");
    }
    return origin;
  }

  /** The APIs that it speaks: as written, or the type's. */
  private static Set<Api> apis(SectionReader in, ProviderType type) {
    Optional<List<Api>> written = in.find(APIS);
    if (written.isEmpty()) {
      return type.apis();
    }
    if (type.defaultBaseUrl() != null) {
      in.refuse(APIS, "cannot be chosen for type " + type.configName() + " (remove it)");
      return type.apis();
    }
    if (written.get().isEmpty()) {
      in.refuse(APIS, "is empty (expected: some of chat, responses, messages)");
      return type.apis();
    }
    return Collections.unmodifiableSet(EnumSet.copyOf(written.get()));
  }

  /** Its credentials; the implicit one for a compatible type without any. */
  private static List<CredentialConfig> credentials(SectionReader in, ProviderType type) {
    List<CredentialConfig> credentials = CredentialSection.bind(in.each(CREDENTIALS));
    if (!credentials.isEmpty()) {
      return credentials;
    }
    if (!in.has(CREDENTIALS) && type.defaultBaseUrl() == null) {
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

  /** The APIs by name. */
  private static Map<String, Api> apiNames() {
    Map<String, Api> names = new LinkedHashMap<>();
    for (Api api : Api.values()) {
      names.put(api.configName(), api);
    }
    return names;
  }
}
