/** Gateways as processes of their own behind real proxies, restarted and scaled under load. */
@NullMarked
package dev.mooring.gateway.rolling;

import org.jspecify.annotations.NullMarked;
