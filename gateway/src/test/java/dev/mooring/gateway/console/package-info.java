/** The console in a real browser. */
@NullMarked
package dev.mooring.gateway.console;

import org.jspecify.annotations.NullMarked;
