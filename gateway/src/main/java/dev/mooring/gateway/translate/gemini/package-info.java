/** Gemini's {@code generateContent} and {@code streamGenerateContent}, as a provider has them. */
@NullMarked
package dev.mooring.gateway.translate.gemini;

import org.jspecify.annotations.NullMarked;
