package dev.mooring.gateway.admin;

import dev.mooring.affinity.Pin;
import dev.mooring.affinity.PinState;
import org.jspecify.annotations.Nullable;

/** {@code Pin} of the admin API. */
record PinView(
    String model,
    String state,
    @Nullable String provider,
    @Nullable String credential,
    @Nullable String upstreamModel) {

  /** What a session remembers of a model. */
  static PinView of(String model, PinState state) {
    if (state instanceof PinState.Pinned pinned) {
      Pin pin = pinned.pin();
      return new PinView(model, "pinned", pin.provider(), pin.credential(), pin.upstreamModel());
    }
    return new PinView(
        model, state instanceof PinState.Expired ? "expired" : "absent", null, null, null);
  }
}
