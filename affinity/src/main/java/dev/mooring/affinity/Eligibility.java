package dev.mooring.affinity;

/** Whether a request may read and write its session's pin (contract, section 5). */
public enum Eligibility {
  /** It may. */
  ON,
  /** The caller opted out, or affinity is disabled. */
  MODE_OFF,
  /** The gateway identified the session by itself, and the model cannot cache. */
  NOT_CACHE_CAPABLE,
  /** The gateway identified the session by itself, and the prompt is too small to be cached. */
  BELOW_MIN_PREFIX
}
