/**
 * The protocol of the npm package {@code @ai-sdk/gateway}: its requests are read into the neutral
 * model, and answers are written from it, in the specification versions 2, 3 and 4.
 */
@NullMarked
package dev.mooring.gateway.translate.aisdk;

import org.jspecify.annotations.NullMarked;
