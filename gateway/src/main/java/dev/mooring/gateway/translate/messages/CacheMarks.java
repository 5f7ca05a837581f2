package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.mooring.gateway.translate.model.CacheMark;
import dev.mooring.gateway.translate.model.Part;
import dev.mooring.gateway.translate.model.Tool;
import dev.mooring.gateway.translate.model.WarningSink;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cache markers that a request may keep, of all that it has, in the order in which they are
 * written: tools, system, turns. The API takes four at most, and none of an hour after one of five
 * minutes. Kept are the last of the tools, the last of the system texts, and then the last of all.
 */
final class CacheMarks {
  private static final int MOST = 4;

  private final List<CacheMark> given = new ArrayList<>();
  private boolean[] kept = {};
  private int lastHour = -1;
  private int written;

  private CacheMarks() {}

  /**
   * Chooses.
   *
   * @param whole the marker on the whole prompt, which counts as one of the four, or null
   */
  static CacheMarks of(
      List<Tool> tools,
      List<Part> system,
      List<Turn> turns,
      @Nullable CacheMark whole,
      WarningSink warnings) {
    CacheMarks marks = new CacheMarks();
    tools.forEach(tool -> marks.add(Marked.of(tool)));
    int ofTools = marks.given.size();
    system.forEach(part -> marks.add(part.cache()));
    int ofSystem = marks.given.size();
    turns.forEach(turn -> turn.parts().forEach(part -> marks.add(part.cache())));
    marks.choose(ofTools, ofSystem, MOST - (whole == null ? 0 : 1), warnings);
    if (whole == CacheMark.HOUR) {
      marks.lastHour = marks.given.size();
    }
    return marks;
  }

  private void add(@Nullable CacheMark mark) {
    if (mark != null) {
      given.add(mark);
    }
  }

  private void choose(int ofTools, int ofSystem, int most, WarningSink warnings) {
    kept = new boolean[given.size()];
    int left = most;
    left -= keep(ofTools - 1, 0);
    left -= keep(ofSystem - 1, ofTools);
    for (int at = given.size() - 1; at >= 0 && left > 0; at--) {
      left -= keep(at, 0);
    }
    if (given.size() > most) {
      warnings.unsupported(
          "cache_control", "more than four cache markers were given: the last ones are kept");
    }
    for (int at = 0; at < kept.length; at++) {
      lastHour = kept[at] && given.get(at) == CacheMark.HOUR ? at : lastHour;
    }
  }

  /** Keeps a marker that is not before a place; how many more are kept now. */
  private int keep(int at, int from) {
    if (at < from || kept[at]) {
      return 0;
    }
    kept[at] = true;
    return 1;
  }

  /** Writes the marker that is next in order, if it is kept; nothing for no marker. */
  void write(JsonGenerator json, @Nullable CacheMark mark) throws IOException {
    if (mark == null) {
      return;
    }
    int at = written++;
    if (kept[at]) {
      json.writeFieldName("cache_control");
      value(json, at < lastHour ? CacheMark.HOUR : mark);
    }
  }

  /** Writes what a marker is. */
  static void value(JsonGenerator json, CacheMark mark) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "ephemeral");
    if (mark.ttl() != null) {
      json.writeStringField("ttl", mark.ttl());
    }
    json.writeEndObject();
  }
}
