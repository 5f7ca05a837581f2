/** Session affinity for prompt caches: identity, pins, lifetimes, promotion and choice. */
@NullMarked
package dev.mooring.affinity;

import org.jspecify.annotations.NullMarked;
