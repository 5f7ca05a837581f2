package dev.mooring.gateway.translate.gemini;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.RequestWriter;
import dev.mooring.gateway.translate.model.Target;
import dev.mooring.gateway.translate.model.WarnOnce;
import dev.mooring.gateway.translate.model.WarningSink;

/** Writes requests for Gemini; the model and whether to stream stand in the URL. */
public final class GeminiRequestWriter implements RequestWriter {

  @Override
  public byte[] write(ModelRequest request, Target target, WarningSink warnings) {
    WarningSink once = new WarnOnce(warnings);
    boolean vertex = !target.providerType().equals("google");
    GeminiModel model = GeminiModel.of(target.model());
    GeminiOptions options = new GeminiOptions(request, vertex, once);
    GeminiTools tools = new GeminiTools(request, model, vertex, once);
    GeminiPartWriter parts = new GeminiPartWriter(model.third(), !vertex);
    GeminiContents contents = new GeminiContents(request.messages(), model, parts, once);
    ObjectNode toolConfig = tools.config();
    options.addToTools(toolConfig, tools.functions());
    ObjectNode generation = GeminiGeneration.config(request, model, options, once);
    leftOut(request, once);
    return Json.bytes(
        json -> {
          json.writeStartObject();
          contents.write(json);
          tools.write(json);
          if (!toolConfig.isEmpty()) {
            json.writeFieldName("toolConfig");
            json.writeTree(toolConfig);
          }
          if (!generation.isEmpty()) {
            json.writeFieldName("generationConfig");
            json.writeTree(generation);
          }
          options.write(json);
          json.writeEndObject();
        });
  }

  /** Warns of what Gemini has no field for. */
  private static void leftOut(ModelRequest request, WarningSink warnings) {
    if (request.user() != null) {
      warnings.unsupported("user", "left out: Gemini has no such field");
    }
    if (request.promptCacheRetention() != null) {
      warnings.unsupported("prompt_cache_retention", "left out: Gemini has no such field");
    }
    if (request.cache() != null || marked(request)) {
      warnings.unsupported("cache_control", "left out: Gemini caches prompts by itself");
    }
  }

  private static boolean marked(ModelRequest request) {
    for (Message message : request.messages()) {
      for (Part part : message.parts()) {
        if (part.cache() != null) {
          return true;
        }
      }
    }
    return false;
  }
}
