/** What the words of the admin API mean. */

const OUTCOMES = {
  promoted: "the pin brought its provider to the front",
  confirmed: "the pinned provider came first anyway",
  no_pin: "no pin for this model yet",
  pin_expired: "the pin had expired",
  skipped_mode_off: "session affinity was off",
  not_cache_capable: "the model cannot cache",
  skipped_below_min_prefix: "the prompt is too small to be cached",
  skipped_not_in_plan: "filters left the pinned provider out",
  skipped_health_down: "the pinned provider was down",
};

const REASONS = {
  affinity: "stayed with its pin",
  cost: "sorted by cost",
  order: "first of the order",
  weight: "drawn by weight",
  rule: "a routing rule chose it",
  fallback: "another had failed before",
  retry: "tried again after a failure",
};

const MISSES = {
  expired: "more time had passed than the provider keeps a cache",
  moved: "another account had served the turn before",
  prefix_changed: "the prompt did not go on from an earlier one",
  below_minimum: "the prompt was too small to be cached",
  unknown: "the provider let it go in time",
};

export const missWords = (reason) => MISSES[reason] ?? "";

export const outcomeWords = (outcome) => OUTCOMES[outcome] ?? "";

export const reasonWords = (reason) => REASONS[reason] ?? "";

/** Why a turn moved, in a few words. */
export function moveWords(turn) {
  switch (turn.outcome) {
    case "skipped_health_down":
    case "skipped_not_in_plan":
    case "pin_expired":
      return OUTCOMES[turn.outcome];
    case "promoted":
    case "confirmed":
      return "its place was down or failed, another served";
    default:
      return reasonWords(turn.reason);
  }
}
