/** Who may serve a request: the plan and its stages, health and continuity. */
@NullMarked
package dev.mooring.gateway.routing;

import org.jspecify.annotations.NullMarked;
