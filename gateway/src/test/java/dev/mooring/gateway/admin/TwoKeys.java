package dev.mooring.gateway.admin;

import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.Wire;
import java.util.Arrays;

/** A simulated provider of two keys, {@code a} and {@code b}, behind a gateway to look at. */
final class TwoKeys {
  /** What a turn of these tests says. */
  static final String BODY =
      "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hello there\"}]}";

  private TwoKeys() {}

  /** Starts both. */
  static Wire wire(String config) {
    return Wire.of(
        config,
        SimulatorConfig.of(SimulatedKey.of("a", "key-of-a"), SimulatedKey.of("b", "key-of-b")));
  }

  /** One turn of a session. Headers come in pairs of name and value. */
  static Answer chat(Wire wire, String session, String... headers) {
    String[] all = Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = "x-session-id";
    all[headers.length + 1] = session;
    return wire.post("/v1/chat/completions", BODY, all);
  }
}
