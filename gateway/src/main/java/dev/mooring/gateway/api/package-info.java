/**
 * The client protocols: what a request says, how an answer carries the metadata, how errors look.
 */
@NullMarked
package dev.mooring.gateway.api;

import org.jspecify.annotations.NullMarked;
