/** Rules of the contract, held through real sockets: client, gateway, simulated providers. */
@NullMarked
package dev.mooring.gateway.wire;

import org.jspecify.annotations.NullMarked;
