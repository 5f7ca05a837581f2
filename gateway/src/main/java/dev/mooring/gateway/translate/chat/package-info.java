/** Chat Completions: what callers send and get, and what providers that speak it get and send. */
@NullMarked
package dev.mooring.gateway.translate.chat;

import org.jspecify.annotations.NullMarked;
