/** The configuration: typed, immutable, read from YAML, with every default in one place. */
@NullMarked
package dev.mooring.gateway.config;

import org.jspecify.annotations.NullMarked;
