/** The API listener: routes, authentication, bodies, errors. */
@NullMarked
package dev.mooring.gateway.http;

import org.jspecify.annotations.NullMarked;
