/** Measurements of the hot path, run by hand. */
@org.jspecify.annotations.NullMarked
package dev.mooring.gateway.bench;
