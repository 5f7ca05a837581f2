/** The management listener: probes and metrics. */
@NullMarked
package dev.mooring.gateway.admin;

import org.jspecify.annotations.NullMarked;
