/**
 * What sessions, rules and changed configurations do over several turns: the scenarios by which
 * gateways of this kind are compared. Each test names its scenario; a class says where another test
 * shows one already, and where this gateway does otherwise on purpose.
 */
@org.jspecify.annotations.NullMarked
package dev.mooring.gateway.scenarios;
