package dev.mooring.gateway.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.config.ClientKeyConfig;
import dev.mooring.gateway.config.ModelConfig;
import dev.mooring.gateway.routing.Caller;
import dev.mooring.gateway.routing.Catalog;
import dev.mooring.gateway.routing.Planner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The models that a caller may ask for, in OpenAI's or Anthropic's list shape. */
final class ModelList {
  private static final JsonFactory JSON = new JsonFactory();

  /** Models have no date of birth here; a fixed one keeps strict clients content. */
  private static final long CREATED = 1_767_225_600L;

  private static final String CREATED_AT = "2026-01-01T00:00:00Z";

  private final Catalog catalog;
  private final Caller caller;
  private final boolean anthropic;

  ModelList(Catalog catalog, Caller caller, boolean anthropic) {
    this.catalog = catalog;
    this.caller = caller;
    this.anthropic = anthropic;
  }

  /** All of them: each by its id, then by its aliases. */
  byte[] all() {
    List<Entry> entries = new ArrayList<>();
    for (ModelConfig model : catalog.config().models().values()) {
      if (allowed(model)) {
        entries.add(new Entry(model.id(), model));
        model.aliases().forEach(alias -> entries.add(new Entry(alias, model)));
      }
    }
    return write(
        json -> {
          json.writeStartObject();
          if (!anthropic) {
            json.writeStringField("object", "list");
          }
          json.writeArrayFieldStart("data");
          for (Entry entry : entries) {
            writeEntry(json, entry);
          }
          json.writeEndArray();
          if (anthropic) {
            json.writeBooleanField("has_more", false);
            json.writeStringField("first_id", entries.isEmpty() ? null : entries.get(0).id());
            json.writeStringField(
                "last_id", entries.isEmpty() ? null : entries.get(entries.size() - 1).id());
          }
          json.writeEndObject();
        });
  }

  /** One of them; null when there is none of that name for the caller. */
  byte @Nullable [] one(String id) {
    Catalog.Resolved resolved = catalog.resolve(id);
    if (resolved == null || !allowed(resolved.model())) {
      return null;
    }
    return write(json -> writeEntry(json, new Entry(id, resolved.model())));
  }

  private record Entry(String id, ModelConfig model) {}

  private interface Body {
    void writeTo(JsonGenerator json) throws IOException;
  }

  private boolean allowed(ModelConfig model) {
    ClientKeyConfig key = caller.key();
    return key == null || Planner.allows(key, model);
  }

  private void writeEntry(JsonGenerator json, Entry entry) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", entry.id());
    if (anthropic) {
      json.writeStringField("type", "model");
      json.writeStringField("display_name", entry.id());
      json.writeStringField("created_at", CREATED_AT);
    } else {
      json.writeStringField("object", "model");
      json.writeNumberField("created", CREATED);
      json.writeStringField("owned_by", owner(entry.model()));
    }
    json.writeEndObject();
  }

  private static String owner(ModelConfig model) {
    int slash = model.id().indexOf('/');
    return slash > 0 ? model.id().substring(0, slash) : model.targets().get(0).provider();
  }

  private static byte[] write(Body body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      body.writeTo(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
