package dev.mooring.affinity.cache;

import java.util.Locale;

/** Why a turn that followed another read less than half of what it could have from a cache. */
public enum CacheMiss {
  /** More time had passed since the last use than the provider is known to keep a cache. */
  EXPIRED,
  /** Another provider or another credential's cache served the turn before. */
  MOVED,
  /** The prompt does not go on from one that the session has sent to this model. */
  PREFIX_CHANGED,
  /** The prompt is shorter than what the provider caches. */
  BELOW_MINIMUM,
  /** Same holder, same conversation, in time: the provider let it go. */
  UNKNOWN;

  /** The name in records, views and meters, for example {@code prefix_changed}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The reason of that name.
   *
   * @throws IllegalArgumentException where there is none
   */
  public static CacheMiss of(String wireName) {
    return valueOf(wireName.toUpperCase(Locale.ROOT));
  }
}
