/** A provider that behaves like the real ones where it matters, above all in its prompt cache. */
@NullMarked
package dev.mooring.gateway.simulator;

import org.jspecify.annotations.NullMarked;
