package dev.mooring.gateway.translate.converse;

import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.RequestWriter;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.WarnOnce;
import dev.mooring.gateway.translate.model.WarningSink;

/** Writes requests for Converse; the model and whether to stream stand in the URL. */
public final class ConverseRequestWriter implements RequestWriter {

  @Override
  public byte[] write(ModelRequest request, Target target, WarningSink warnings) {
    WarningSink once = new WarnOnce(warnings);
    ConverseModel model = ConverseModel.of(target.model());
    ConverseOptions options = new ConverseOptions(request, once);
    CachePoints cache = new CachePoints(request, model, ConverseMessages.leading(request), once);
    ConverseMessages messages = new ConverseMessages(request, model, cache, once);
    ConverseSettings settings = new ConverseSettings(request, model, options, once);
    ConverseTools tools = new ConverseTools(request, model, cache, once);
    if (settings.thinks()) {
      tools.freely(once);
    }
    return Json.bytes(
        json -> {
          json.writeStartObject();
          tools.write(json);
          messages.write(json);
          settings.write(json);
          options.write(json);
          json.writeEndObject();
        });
  }
}
