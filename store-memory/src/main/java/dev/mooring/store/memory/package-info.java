/** The embedded pin store: bounded, concurrent, in process. */
@NullMarked
package dev.mooring.store.memory;

import org.jspecify.annotations.NullMarked;
