/**
 * Counting what callers may use: windows, counters, reservations, and the store that keeps them.
 */
@NullMarked
package dev.mooring.affinity.limit;

import org.jspecify.annotations.NullMarked;
