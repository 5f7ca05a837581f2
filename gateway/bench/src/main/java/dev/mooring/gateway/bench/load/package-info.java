/** The benchmark of the whole gateway: real processes, real sockets, plain proxies beside it. */
@org.jspecify.annotations.NullMarked
package dev.mooring.gateway.bench.load;
