/**
 * What a caller's key and team may use: limits and budgets, reserved before a call, settled after.
 */
@NullMarked
package dev.mooring.gateway.limits;

import org.jspecify.annotations.NullMarked;
