/** The upstream types: URLs, authentication, quirks. */
@NullMarked
package dev.mooring.gateway.provider;

import org.jspecify.annotations.NullMarked;
