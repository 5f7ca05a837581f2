package dev.mooring.gateway.translate.converse;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The caller's markers as cache points: at most four, of which one at least is left to the
 * messages; the later ones count. None for models that would refuse them.
 */
final class CachePoints {
  private static final int MOST = 4;

  private final boolean written;
  private final boolean afterTools;

  /** How many of the first markers before the messages, and in them, are left out. */
  private int skipBefore;

  private int skipInMessages;

  /** The markers of a request, with a warning where some are left out. */
  CachePoints(ModelRequest request, ConverseModel model, int leading, WarningSink warnings) {
    written = model.caches();
    afterTools = model.cachesTools();
    int tools = 0;
    for (Tool tool : request.tools()) {
      tools += tool instanceof Tool.Function function && function.cache() != null ? 1 : 0;
    }
    int before = afterTools ? tools : 0;
    int inMessages = request.cache() == null ? 0 : 1;
    for (int i = 0; i < request.messages().size(); i++) {
      int marks = marks(request.messages().get(i));
      before += i < leading ? marks : 0;
      inMessages += i < leading ? 0 : marks;
    }
    int keptBefore = Math.min(before, inMessages > 0 ? MOST - 1 : MOST);
    skipBefore = before - keptBefore;
    skipInMessages = Math.max(0, inMessages - (MOST - keptBefore));
    if (!written && tools + before + inMessages > 0) {
      warnings.unsupported("cache_control", "left out: the model takes no cache points");
    } else if (written && !afterTools && tools > 0) {
      warnings.unsupported("cache_control", "left out on tools: the model takes none there");
    } else if (skipBefore + skipInMessages > 0) {
      warnings.unsupported("cache_control", "the first ones left out: Bedrock takes four");
    }
  }

  /** The marker on a part, or on what is in it. */
  static @Nullable CacheMark of(Part part) {
    if (part instanceof Part.Text text) {
      return text.cache();
    }
    if (part instanceof Part.Media media) {
      return media.cache();
    }
    if (part instanceof Part.ToolCall call) {
      return call.cache();
    }
    if (part instanceof Part.ToolResult result) {
      CacheMark mark = result.cache();
      for (Part inside : result.content()) {
        mark = mark == null ? of(inside) : mark;
      }
      return mark;
    }
    return null;
  }

  /** Writes the point of a marker on a tool; nothing without one. */
  void afterTool(@Nullable CacheMark mark, JsonGenerator json) throws IOException {
    if (afterTools) {
      beforeMessages(mark, json);
    }
  }

  /** Writes the point of a marker on a part of the system's. */
  void beforeMessages(@Nullable CacheMark mark, JsonGenerator json) throws IOException {
    if (mark != null && written && skipBefore-- <= 0) {
      write(mark, json);
    }
  }

  /** Writes the point of a marker in the messages; whether there is one. */
  boolean inMessages(@Nullable CacheMark mark, JsonGenerator json) throws IOException {
    if (mark == null || !written || skipInMessages-- > 0) {
      return false;
    }
    write(mark, json);
    return true;
  }

  private static void write(CacheMark mark, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("cachePoint");
    json.writeStringField("type", "default");
    if (mark == CacheMark.HOUR) {
      json.writeStringField("ttl", "1h");
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static int marks(Message message) {
    int marks = 0;
    for (Part part : message.parts()) {
      marks += of(part) == null ? 0 : 1;
    }
    return marks;
  }
}
