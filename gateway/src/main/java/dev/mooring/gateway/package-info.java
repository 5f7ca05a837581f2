/** The gateway program, put together. */
@NullMarked
package dev.mooring.gateway;

import org.jspecify.annotations.NullMarked;
