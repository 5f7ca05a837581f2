/** Routing rules: which of them a request matches. */
@org.jspecify.annotations.NullMarked
package dev.mooring.gateway.routing.rules;
