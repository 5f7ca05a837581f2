package dev.mooring.gateway.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.config.ModelConfig.Price;
import dev.mooring.gateway.routing.Caller;
import dev.mooring.gateway.routing.Catalog;
import dev.mooring.gateway.routing.Planner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The models that a caller may ask for, as {@code getAvailableModels} of the AI SDK reads them. */
final class AiSdkModels {
  private static final JsonFactory JSON = new JsonFactory();

  /** Prices are configured for a million tokens and told for one. */
  private static final int MILLION = 6;

  private final Catalog catalog;
  private final Caller caller;
  private final int version;

  /**
   * @param version the specification version; a client accepts its own only
   */
  AiSdkModels(Catalog catalog, Caller caller, int version) {
    this.catalog = catalog;
    this.caller = caller;
    this.version = version;
  }

  /** All of them: each by its id, then by its aliases. */
  byte[] all() {
    ClientKeyConfig key = caller.key();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeArrayFieldStart("models");
      for (ModelConfig model : catalog.config().models().values()) {
        if (key == null || Planner.allows(key, model)) {
          write(json, model.id(), model);
          for (String alias : model.aliases()) {
            write(json, alias, model);
          }
        }
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private void write(JsonGenerator json, String id, ModelConfig model) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", id);
    json.writeStringField("name", id);
    json.writeStringField("modelType", "language");
    if (model.price() != null) {
      pricing(json, model.price());
    }
    json.writeObjectFieldStart("specification");
    json.writeStringField("specificationVersion", "v" + version);
    json.writeStringField("provider", "gateway");
    json.writeStringField("modelId", id);
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void pricing(JsonGenerator json, Price price) throws IOException {
    json.writeObjectFieldStart("pricing");
    write(json, "input", price.input());
    write(json, "output", price.output());
    write(json, "input_cache_read", price.cacheRead());
    write(json, "input_cache_write", price.cacheWrite());
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, String name, @Nullable Double perMillion)
      throws IOException {
    if (perMillion != null) {
      BigDecimal one = BigDecimal.valueOf(perMillion).movePointLeft(MILLION);
      json.writeStringField(name, one.stripTrailingZeros().toPlainString());
    }
  }
}
