/** The shared store: pins, issuers and cool-downs in Redis or Valkey. */
@NullMarked
package dev.mooring.store.redis;

import org.jspecify.annotations.NullMarked;
