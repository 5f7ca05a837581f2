/** Translation: a caller's request for a provider of another format, and its answer back. */
@NullMarked
package dev.mooring.gateway.translate;

import org.jspecify.annotations.NullMarked;
