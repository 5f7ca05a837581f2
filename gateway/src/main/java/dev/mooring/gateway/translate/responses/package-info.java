/** OpenAI's Responses API, as callers speak it and as providers do. */
@NullMarked
package dev.mooring.gateway.translate.responses;

import org.jspecify.annotations.NullMarked;
