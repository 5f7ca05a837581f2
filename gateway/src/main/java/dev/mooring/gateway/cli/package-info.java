/** The command line: serve, check, demo, simulate. */
@NullMarked
package dev.mooring.gateway.cli;

import org.jspecify.annotations.NullMarked;
