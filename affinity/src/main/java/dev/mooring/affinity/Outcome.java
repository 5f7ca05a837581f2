package dev.mooring.affinity;

/**
 * What session affinity did for a request; the first that applies is reported (contract, section 5,
 * "Promotion").
 */
public enum Outcome {
  /** The caller opted out, or affinity is disabled. */
  SKIPPED_MODE_OFF("skipped_mode_off"),
  /** A session that the gateway identified by itself, and the model cannot cache. */
  NOT_CACHE_CAPABLE("not_cache_capable"),
  /** A session that the gateway identified by itself, and the prompt is too small to be cached. */
  SKIPPED_BELOW_MIN_PREFIX("skipped_below_min_prefix"),
  /** There was a pin for this model, but it expired. */
  PIN_EXPIRED("pin_expired"),
  /** No pin for this model. */
  NO_PIN("no_pin"),
  /** Filters removed the pinned provider. */
  SKIPPED_NOT_IN_PLAN("skipped_not_in_plan"),
  /** Every candidate of the pinned provider is down. */
  SKIPPED_HEALTH_DOWN("skipped_health_down"),
  /** The pin changed the order of its group: something moved. */
  PROMOTED("promoted"),
  /** The order already was what the pin asks for. */
  CONFIRMED("confirmed");

  private final String wireName;

  Outcome(String wireName) {
    this.wireName = wireName;
  }

  /** The value on the wire, for example {@code skipped_mode_off}. */
  public String wireName() {
    return wireName;
  }
}
