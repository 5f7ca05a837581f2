/** What a node remembers of the turns it has served, for people to look at. */
@NullMarked
package dev.mooring.gateway.record;

import org.jspecify.annotations.NullMarked;
