/** Where a node keeps what it remembers: in itself, or in the Redis that all nodes share. */
@NullMarked
package dev.mooring.gateway.store;

import org.jspecify.annotations.NullMarked;
