/** Mooring, the gateway: wiring only. */
@NullMarked
package dev.mooring.gateway;

import org.jspecify.annotations.NullMarked;
