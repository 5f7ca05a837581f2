/**
 * What all wire formats say: messages and their parts, tools, an answer and the events of a
 * streamed one. Formats are read into this and written from it, so that n + m converters do.
 */
@NullMarked
package dev.mooring.gateway.translate.model;

import org.jspecify.annotations.NullMarked;
