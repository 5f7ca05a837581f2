package dev.mooring.gateway.api;

import dev.mooring.affinity.CacheMarker;
import dev.mooring.gateway.config.MarkerPoint;
import java.util.List;

/**
 * Cache markers to be put into a body.
 *
 * @param oneHour whether they ask for a lifetime of one hour rather than five minutes
 * @param points where they go; empty for the last message and the one before the last user's
 * @param anchorItems so many items from the first on are marked at their end too; 0 for none
 */
public record CacheMarking(
    CacheMarker marker, boolean oneHour, List<MarkerPoint> points, int anchorItems) {}
