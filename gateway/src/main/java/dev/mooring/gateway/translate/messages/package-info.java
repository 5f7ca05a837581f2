/** Anthropic's Messages API, as callers speak it and as providers do. */
@NullMarked
package dev.mooring.gateway.translate.messages;

import org.jspecify.annotations.NullMarked;
