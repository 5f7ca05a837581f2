/** Several nodes over one Redis, through real sockets. */
@NullMarked
package dev.mooring.gateway.cluster;

import org.jspecify.annotations.NullMarked;
