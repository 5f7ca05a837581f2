/** Counters and the log of requests. */
@NullMarked
package dev.mooring.gateway.telemetry;

import org.jspecify.annotations.NullMarked;
