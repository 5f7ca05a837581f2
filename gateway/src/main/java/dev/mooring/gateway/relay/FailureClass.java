package dev.mooring.gateway.relay;

import dev.mooring.gateway.api.UpstreamError;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What kind of failure an attempt met; each kind is answered differently by the {@link Course}. */
enum FailureClass {
  /** 429: the credential has had its share for now. */
  RATE_LIMITED,
  /** 5xx, network, time-out, a stream that broke before output: may pass by itself. */
  UNAVAILABLE,
  /** The credential may not do this at all: bad key, no quota, no such model for it, region. */
  REJECTED,
  /** It does not take this request, and says nothing of others: 405, 406, 415 and the like. */
  REFUSED,
  /** The caller has to change the request; no other candidate would take it either. */
  CALLER_FAULT;

  private final String label = name().toLowerCase(Locale.ROOT);

  private static final Set<String> QUOTA =
      Set.of(
          "insufficient_quota",
          "billing_hard_limit_reached",
          "billing_not_active",
          "billing_error",
          "quota_exceeded",
          "account_deactivated",
          "usage_limit_reached",
          "usage_not_included",
          "servicequotaexceededexception");

  /**
   * Anthropic tells an exhausted account by a plain 400 (platform.claude.com, errors, 2026-11), and
   * Google a blocked region (ai.google.dev, troubleshooting, 2026-11).
   */
  private static final List<String> REJECTING_WORDS =
      List.of(
          "credit balance is too low",
          "reached your specified api usage limits",
          "user location is not supported",
          "provided model identifier is invalid",
          "with on-demand throughput isn");

  private static final Set<String> ACCESS =
      Set.of(
          "model_not_found",
          "invalid_api_key",
          "api_key_invalid",
          "authentication_error",
          "permission_error",
          "unsupported_country_region_territory");

  /** Its name in meters and traces. */
  String label() {
    return label;
  }

  /** The kind of an upstream's error, by its code and type before its status. */
  static FailureClass of(UpstreamError error) {
    String code = lower(error.code());
    String type = lower(error.type());
    if (QUOTA.contains(code) || QUOTA.contains(type) || saysRejected(error)) {
      return REJECTED;
    }
    if (error.status() == 429) {
      return RATE_LIMITED;
    }
    if (ACCESS.contains(code) || ACCESS.contains(type)) {
      return REJECTED;
    }
    return switch (error.status()) {
      case 401, 402, 403, 404, 410, 451 -> REJECTED;
      case 408, 409, 424, 425 -> UNAVAILABLE;
      case 400, 413, 422 -> CALLER_FAULT;
      default -> error.status() >= 400 && error.status() < 500 ? REFUSED : UNAVAILABLE;
    };
  }

  private static boolean saysRejected(UpstreamError error) {
    if (error.status() != 400) {
      return false;
    }
    String message = lower(error.message());
    return REJECTING_WORDS.stream().anyMatch(message::contains);
  }

  private static String lower(@Nullable String text) {
    return text == null ? "" : text.toLowerCase(Locale.ROOT);
  }
}
