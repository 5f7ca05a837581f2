/** One request's way through its plan: attempts, streams, hold-back, cancel. */
@NullMarked
package dev.mooring.gateway.relay;

import org.jspecify.annotations.NullMarked;
