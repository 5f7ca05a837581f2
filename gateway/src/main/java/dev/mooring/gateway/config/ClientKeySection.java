package dev.mooring.gateway.config;

import dev.mooring.affinity.Sha256;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** {@code teams[].keys[]}: the secrets with which clients call, and what they may use. */
final class ClientKeySection {
  private static final Pattern SHA256 = Pattern.compile("[0-9A-Fa-f]{64}");

  private static final Field<String> ID = Field.required("id", Values.id(), "");
  private static final Field<String> SECRET = Field.optional("secret", Values.secret());
  private static final Field<String> SHA256_OF_SECRET = Field.optional("sha256", sha256());

  private static final Field<Boolean> ACTIVE =
      Field.defaulted("active", Values.flag(), Defaults.KEY_ACTIVE);
  private static final Field<Instant> EXPIRES = Field.optional("expires", instant());

  private static final Field<List<String>> MODELS = globs("models");
  private static final Field<List<String>> PROVIDERS = globs("providers");
  private static final Field<List<String>> CREDENTIALS = globs("credentials");
  private static final Field<SectionReader> ALLOW =
      Field.section("allow", Section.of(MODELS, PROVIDERS, CREDENTIALS));
  private static final Field<SectionReader> DENY =
      Field.section("deny", Section.of(MODELS, PROVIDERS, CREDENTIALS));

  private static final Field<Map<String, Double>> WEIGHTS =
      Field.optional("weights", Lists.weights());
  private static final Field<SectionReader> RATE_LIMIT =
      Field.section("rateLimit", RateLimitSection.SECTION);
  private static final Field<SectionReader> BUDGET = Field.section("budget", BudgetSection.SECTION);
  private static final Field<String> USER_HEADER =
      Field.optional("userHeader", Values.headerName());

  static final Section SECTION =
      Section.of(
          ID,
          SECRET,
          SHA256_OF_SECRET,
          ACTIVE,
          EXPIRES,
          ALLOW,
          DENY,
          WEIGHTS,
          RATE_LIMIT,
          BUDGET,
          USER_HEADER);

  private ClientKeySection() {}

  /**
   * Binds one key.
   *
   * @param providers the known ones
   */
  static ClientKeyConfig bind(SectionReader in, Set<String> providers) {
    SectionReader allow = in.within(ALLOW);
    return new ClientKeyConfig(
        in.get(ID),
        secretHash(in),
        in.get(ACTIVE),
        in.orNull(EXPIRES),
        allow.orNull(MODELS),
        allow.orNull(PROVIDERS),
        allow.orNull(CREDENTIALS),
        denied(in.within(DENY), providers),
        weights(in, providers),
        in.find(RATE_LIMIT).map(RateLimitSection::bind).orElse(null),
        in.find(BUDGET).map(BudgetSection::bind).orElse(null),
        in.find(USER_HEADER).map(name -> name.toLowerCase(Locale.ROOT)).orElse(null));
  }

  /** What is denied; a provider that does not exist is a fault, since it would deny nothing. */
  private static ClientKeyConfig.Denied denied(SectionReader in, Set<String> providers) {
    List<String> denied = in.find(PROVIDERS).orElse(List.of());
    for (String provider : denied) {
      if (provider.indexOf('*') < 0 && !providers.contains(provider)) {
        in.refuse(
            PROVIDERS,
            "unknown provider '" + provider + "'" + NearestName.suggestion(provider, providers));
      }
    }
    return new ClientKeyConfig.Denied(
        in.find(MODELS).orElse(List.of()), denied, in.find(CREDENTIALS).orElse(List.of()));
  }

  /** The hash of the secret, from either field that gives it. */
  private static String secretHash(SectionReader in) {
    if (in.has(SECRET) == in.has(SHA256_OF_SECRET)) {
      in.refuse(
          SECRET,
          in.has(SECRET)
              ? "is written beside sha256 (keep one of them)"
              : "is missing (expected: secret, or sha256)");
    }
    return in.find(SECRET).map(Sha256::hex).or(() -> in.find(SHA256_OF_SECRET)).orElse("");
  }

  /** The weights of providers, all of them known. */
  private static Map<String, Double> weights(SectionReader in, Set<String> providers) {
    Map<String, Double> weights = in.find(WEIGHTS).orElse(Map.of());
    for (String provider : weights.keySet()) {
      if (!providers.contains(provider)) {
        in.refuse(
            WEIGHTS,
            "unknown provider '" + provider + "'" + NearestName.suggestion(provider, providers));
      }
    }
    if (!weights.isEmpty() && weights.values().stream().allMatch(weight -> weight == 0)) {
      in.refuse(WEIGHTS, "are all 0 (expected: one above 0)");
    }
    return weights;
  }

  /** A field that lists globs. */
  private static Field<List<String>> globs(String name) {
    return Field.optional(name, Lists.of(Values.text()));
  }

  /** A time with its offset. */
  private static ValueParser<Instant> instant() {
    return (node, place) -> {
      String text = Values.text().parse(node, place);
      try {
        return OffsetDateTime.parse(text).toInstant();
      } catch (DateTimeException e) {
        throw new RefusedValueException(
            "'" + text + "' is no time (expected: such as 2027-01-31T00:00:00Z)");
      }
    };
  }

  /** A SHA-256 in hex, in lower case. */
  private static ValueParser<String> sha256() {
    return (node, place) -> {
      String hash = Values.secret().parse(node, place);
      if (!SHA256.matcher(hash).matches()) {
        throw new RefusedValueException("is not SHA-256 in hex (expected: 64 hex characters)");
      }
      return hash.toLowerCase(Locale.ROOT);
    };
  }
}
