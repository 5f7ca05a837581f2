package dev.mooring.gateway.evaluate;

import java.time.Duration;

/**
 * Something that goes wrong for a time.
 *
 * @param provider whose
 * @param credential the account; empty for every one of the provider
 * @param from when it begins, counted from the traffic's beginning
 * @param until when it is over
 */
public record Outage(Kind kind, String provider, String credential, Duration from, Duration until) {

  /** What goes wrong. */
  public enum Kind {
    /** 429 with the time that is left. */
    RATE_LIMIT,
    /** 503. */
    ERROR,
    /** 401: the credential is revoked. */
    REJECT,
    /** The answer's head takes {@link #SLOWNESS} longer. */
    SLOW,
    /** The next stream is cut after it has begun. */
    CUT,
    /** The request is taken, and nothing is ever said. */
    SILENT;

    /** How long a silent provider says nothing: longer than any time-out. */
    static final Duration SILENCE = Duration.ofHours(1);

    /** How much longer a slow provider takes. */
    static final Duration SLOWNESS = Duration.ofSeconds(8);

    /** Whether nothing is served meanwhile. */
    boolean stops() {
      return this != SLOW && this != CUT;
    }
  }

  /** Whether it concerns an account. */
  boolean concerns(String itsProvider, String itsCredential) {
    return provider.equals(itsProvider)
        && (credential.isEmpty() || credential.equals(itsCredential));
  }

  /** Whether it lasts at a time. */
  boolean lastsAt(Duration time) {
    return from.compareTo(time) <= 0 && until.compareTo(time) > 0;
  }
}
