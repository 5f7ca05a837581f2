/** The gateway: the parts wired together. */
@NullMarked
package dev.mooring.gateway;

import org.jspecify.annotations.NullMarked;
