/** Bedrock's {@code Converse} and {@code ConverseStream}, as a provider has them. */
@NullMarked
package dev.mooring.gateway.translate.converse;

import org.jspecify.annotations.NullMarked;
