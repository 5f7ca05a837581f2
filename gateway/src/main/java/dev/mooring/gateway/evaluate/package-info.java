/**
 * The evaluation: traffic through real nodes in compressed time, against the best there could be.
 */
@NullMarked
package dev.mooring.gateway.evaluate;

import org.jspecify.annotations.NullMarked;
