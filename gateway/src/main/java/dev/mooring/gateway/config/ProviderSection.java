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
import org.jspecify.annotations.Nullable;

/** {@code providers[]}: the upstreams. */
final class ProviderSection {
  static final Field<String> ID = Field.required("id", Values.id(), "");
  private static final Field<ProviderType> TYPE =
      Field.required("type", Values.choice(ProviderType.names()), ProviderType.OPENAI_COMPATIBLE);
  private static final Field<Preset> PRESET =
      Field.optional("preset", Values.choice(Presets.named()));
  private static final Field<String> BASE_URL = Field.optional("baseUrl", BaseUrl.parser());
  private static final Field<List<Dialect>> APIS =
      Field.optional("apis", Lists.of(Values.choice(Dialect.choices())));
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
          PRESET,
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
    Preset known = preset(in);
    ProviderType type = known.type();
    CloudConfig cloud = cloud(in, type);
    String baseUrl = baseUrl(in, known, cloud);
    return new ProviderConfig(
        in.get(ID),
        in.has(BASE_URL) ? at(in, known, cloud) : known,
        baseUrl,
        dialects(in, known),
        in.orNull(CACHE_LIFETIME),
        in.get(ZERO_DATA_RETENTION),
        in.find(PROMPT_TRAINING).orElse(type.compatible()),
        in.find(STREAM_USAGE).orElse(known.streamUsage()),
        RetrySection.bind(in.within(RETRY)),
        TimeoutsSection.bind(in.within(TIMEOUTS)),
        in.get(DRAINING),
        in.find(PROMPT_CACHE).map(PromptCacheSection::bind).orElse(null),
        cloud,
        credentials(in, known));
  }

  /** What is known of it: by its preset, whose type it has, or by its type. */
  private static Preset preset(SectionReader in) {
    if (!in.has(PRESET)) {
      return Preset.of(in.get(TYPE));
    }
    Optional<ProviderType> type = in.find(TYPE);
    Optional<Preset> preset = in.find(PRESET);
    if (preset.isPresent() && type.isPresent() && type.get() != preset.get().type()) {
      in.refuse(
          TYPE, "is not that of the preset, " + preset.get().type().configName() + " (remove it)");
    }
    return preset.orElseGet(() -> Preset.of(type.orElse(ProviderType.OPENAI_COMPATIBLE)));
  }

  /** Whether it is known who it is, so that more can be said of what is missing. */
  private static boolean isKnown(SectionReader in) {
    return in.find(PRESET).isPresent() || (in.find(TYPE).isPresent() && !in.has(PRESET));
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

  /** Its origin: as written, cut to what the APIs' paths go on from, or the usual one. */
  private static String baseUrl(SectionReader in, Preset known, CloudConfig cloud) {
    if (!in.has(BASE_URL)) {
      String usual = usualBaseUrl(known, cloud);
      if (usual == null && isKnown(in)) {
        String type = known.type().configName();
        in.refuse(BASE_URL, "is missing (type " + type + " has no public default)");
      }
      return Objects.requireNonNullElse(usual, "");
    }
    String written = in.find(BASE_URL).orElse("");
    String cut = BaseUrl.origin(written);
    String origin = BaseUrl.origin(cut, known);
    if (!origin.equals(cut)) {
      in.warn(BASE_URL, "is taken as " + origin + " (write it without the path of its API)");
    } else if (!origin.equals(written)) {
      in.warn(
          BASE_URL, "is taken as " + origin + " (write it without /v1 and without / at its end)");
    }
    return origin;
  }

  private static @Nullable String usualBaseUrl(Preset known, CloudConfig cloud) {
    return known.baseUrl() == null ? known.type().defaultBaseUrl(cloud.region()) : known.baseUrl();
  }

  /** What is known of it at the address that is written: its own paths it has at its own hosts. */
  private static Preset at(SectionReader in, Preset known, CloudConfig cloud) {
    String written = BaseUrl.origin(in.find(BASE_URL).orElse(""));
    boolean own =
        !BaseUrl.origin(written, known).equals(written)
            || BaseUrl.sameHost(written, usualBaseUrl(known, cloud));
    return own ? known : known.elsewhere();
  }

  /** What it speaks: as written, or what is usual. */
  private static Set<Dialect> dialects(SectionReader in, Preset known) {
    Optional<List<Dialect>> written = in.find(APIS);
    if (written.isEmpty()) {
      return known.dialects();
    }
    if (!known.type().choosesApis()) {
      in.refuse(APIS, "cannot be chosen for type " + known.type().configName() + " (remove it)");
      return known.dialects();
    }
    if (written.get().isEmpty()) {
      in.refuse(APIS, "is empty (expected: some of chat, responses, messages)");
      return known.dialects();
    }
    return Collections.unmodifiableSet(EnumSet.copyOf(written.get()));
  }

  /** Its credentials; the implicit one where none is written and none needed. */
  private static List<CredentialConfig> credentials(SectionReader in, Preset known) {
    List<CredentialConfig> credentials = CredentialSection.bind(in.each(CREDENTIALS), known.type());
    if (!credentials.isEmpty()) {
      return credentials;
    }
    if (!in.has(CREDENTIALS) && known.keyless()) {
      return List.of(CredentialSection.of(Defaults.IMPLICIT_CREDENTIAL, ""));
    }
    if (in.has(CREDENTIALS) ? in.find(CREDENTIALS).isPresent() : isKnown(in)) {
      in.refuse(CREDENTIALS, "has no entry (expected: at least one with id and apiKey)");
    }
    return credentials;
  }
}
