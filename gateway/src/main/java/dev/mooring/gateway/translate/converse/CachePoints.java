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
 * messages; the later ones count. None for models that would refuse them. None of an hour comes
 * after one of less, which Bedrock refuses: the earlier ones last an hour then, too.
 */
final class CachePoints {
  private static final int MOST = 4;

  private final boolean written;
  private final boolean afterTools;
  private final boolean hours;

  /** How many of the first markers before the messages, and in them, are left out. */
  private int skipBefore;

  private int skipInMessages;

  /** How many markers have come, and the place of the last that is for an hour; -1 for none. */
  private int seen;

  private int lastHour = -1;
  private int counted;

  /** The markers of a request, with a warning where some are left out. */
  CachePoints(ModelRequest request, ConverseModel model, int leading, WarningSink warnings) {
    written = model.caches();
    hours = model.cachesForAnHour();
    afterTools = model.cachesTools();
    int tools = 0;
    for (Tool tool : request.tools()) {
      tools += tool instanceof Tool.Function function ? count(function.cache()) : 0;
    }
    int before = afterTools ? tools : 0;
    int inMessages = 0;
    for (int i = 0; i < request.messages().size(); i++) {
      int marks = marks(request.messages().get(i));
      before += i < leading ? marks : 0;
      inMessages += i < leading ? 0 : marks;
    }
    inMessages += count(request.cache());
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
    if (written && !hours && lastHour >= 0) {
      warnings.unsupported("cache_control.ttl", "left out: the model keeps no cache for an hour");
    }
  }

  /** The marker on a part, or on what is in it. */
  static @Nullable CacheMark of(Part part) {
    CacheMark mark = part.cache();
    if (part instanceof Part.ToolResult result) {
      for (Part inside : result.content()) {
        mark = mark == null ? of(inside) : mark;
      }
    }
    return mark;
  }

  /** Writes the point of a marker on a tool; nothing without one. */
  void afterTool(@Nullable CacheMark mark, JsonGenerator json) throws IOException {
    if (afterTools) {
      beforeMessages(mark, json);
    } else if (mark != null) {
      seen++;
    }
  }

  /** Writes the point of a marker on a part of the system's. */
  void beforeMessages(@Nullable CacheMark mark, JsonGenerator json) throws IOException {
    CacheMark due = due(mark);
    if (due != null && written && skipBefore-- <= 0) {
      write(due, json);
    }
  }

  /** Writes the point of a marker in the messages; whether there is one. */
  boolean inMessages(@Nullable CacheMark mark, JsonGenerator json) throws IOException {
    CacheMark due = due(mark);
    if (due == null || !written || skipInMessages-- > 0) {
      return false;
    }
    write(due, json);
    return true;
  }

  /** A marker that is next in order, as long as it must be; null for none. */
  private @Nullable CacheMark due(@Nullable CacheMark mark) {
    return mark != null && seen++ < lastHour ? CacheMark.HOUR : mark;
  }

  /** Counts a marker: 1, or 0 for none. */
  private int count(@Nullable CacheMark mark) {
    if (mark == null) {
      return 0;
    }
    lastHour = mark == CacheMark.HOUR ? counted : lastHour;
    counted++;
    return 1;
  }

  private void write(CacheMark mark, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("cachePoint");
    json.writeStringField("type", "default");
    if (hours && mark == CacheMark.HOUR) {
      json.writeStringField("ttl", "1h");
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private int marks(Message message) {
    int marks = 0;
    for (Part part : message.parts()) {
      marks += count(of(part));
    }
    return marks;
  }
}
