package dev.mooring.gateway.translate.messages;

import dev.mooring.gateway.translate.model.Part;
import java.util.List;

/**
 * A message as Anthropic's API wants it: user and assistant speak in turn.
 *
 * @param assistant who speaks
 * @param parts none of them empty
 */
record Turn(boolean assistant, List<Part> parts) {}
