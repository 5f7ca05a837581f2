/** Recorded answers of real providers, on their way through the gateway to every kind of caller. */
@NullMarked
package dev.mooring.gateway.recorded;

import org.jspecify.annotations.NullMarked;
