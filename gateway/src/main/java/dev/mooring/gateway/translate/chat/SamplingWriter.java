package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.Sampling;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.List;

/** Writes how tokens are chosen, and how many. */
final class SamplingWriter {
  private static final int MAX_STOP = 4;

  private final JsonGenerator json;
  private final Flavor flavor;
  private final Body body;
  private final WarningSink warnings;

  SamplingWriter(JsonGenerator json, Flavor flavor, Body body, WarningSink warnings) {
    this.json = json;
    this.flavor = flavor;
    this.body = body;
    this.warnings = warnings;
  }

  /** Writes the fields. */
  void write(Sampling sampling) throws IOException {
    body.whole(flavor.limitField(), sampling.maxOutputTokens());
    body.number("temperature", sampling.temperature());
    body.number("top_p", sampling.topP());
    if (sampling.topK() != null && !flavor.takesTopK()) {
      warnings.unsupported("top_k", "left out: the provider's API has no such field");
    } else {
      body.whole("top_k", sampling.topK());
    }
    body.number("presence_penalty", sampling.presencePenalty());
    body.number("frequency_penalty", sampling.frequencyPenalty());
    body.whole(flavor.seedField(), sampling.seed());
    stop(sampling.stop());
  }

  private void stop(List<String> stop) throws IOException {
    if (stop.isEmpty() || !body.begins("stop")) {
      return;
    }
    if (stop.size() > MAX_STOP) {
      warnings.unsupported("stop", "only the first " + MAX_STOP + " sequences are sent");
    }
    json.writeStartArray();
    for (String sequence : stop.subList(0, Math.min(MAX_STOP, stop.size()))) {
      json.writeString(sequence);
    }
    json.writeEndArray();
  }
}
