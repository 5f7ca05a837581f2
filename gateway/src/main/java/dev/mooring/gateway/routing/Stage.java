package dev.mooring.gateway.routing;

/** One step in the making of a plan: it changes the draft and leaves a line in the trail. */
interface Stage {
  /** What the trail calls it. */
  String name();

  /**
   * Does the step for one model.
   *
   * @throws UnplannableException when it leaves nobody who may serve
   */
  void apply(Draft draft);
}
