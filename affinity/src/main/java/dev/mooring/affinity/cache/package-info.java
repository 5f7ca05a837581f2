/** What answers teach of prompt caches: why turns missed them, and how long they last. */
@NullMarked
package dev.mooring.affinity.cache;

import org.jspecify.annotations.NullMarked;
