package dev.mooring.gateway.simulator;

import dev.mooring.gateway.simulator.Step.Body;
import dev.mooring.gateway.simulator.Step.Close;
import dev.mooring.gateway.simulator.Step.End;
import dev.mooring.gateway.simulator.Step.Flush;
import dev.mooring.gateway.simulator.Step.Hang;
import dev.mooring.gateway.simulator.Step.Head;
import dev.mooring.gateway.simulator.Step.Pause;
import dev.mooring.gateway.simulator.Step.Raw;
import dev.mooring.gateway.simulator.Step.Reset;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns an outline and what goes wrong with it into steps. */
final class Script {
  private static final Duration SETTLE = Duration.ofMillis(20);

  private final List<Step> steps = new ArrayList<>();
  private final Outline outline;
  private int sent;

  private Script(Outline outline) {
    this.outline = outline;
    steps.add(new Pause(outline.latency()));
  }

  /** The steps of a faultless answer. */
  static List<Step> plain(Outline outline) {
    Script script = new Script(outline);
    int length = outline.chunked() ? -1 : outline.parts().get(0).length();
    script.head(length);
    script.parts(outline.parts());
    script.steps.add(new End());
    return script.steps;
  }

  /** The steps of an answer whose connection is reset before any byte. */
  static List<Step> resetAtStart(Outline outline) {
    Script script = new Script(outline);
    script.steps.add(new Reset());
    return script.steps;
  }

  /** The steps of an answer that breaks after so many parts. */
  static List<Step> broken(Outline outline, int count, Step how) {
    Script script = new Script(outline);
    script.head(-1);
    script.parts(first(outline.breakableParts(), count));
    script.steps.add(new Pause(SETTLE));
    script.steps.add(how);
    return script.steps;
  }

  /** The steps of an answer whose body ends properly, but after so many parts and these more. */
  static List<Step> ended(Outline outline, int count, List<Buffer> more) {
    Script script = new Script(outline);
    script.head(-1);
    script.parts(first(outline.breakableParts(), count));
    script.parts(more);
    script.steps.add(new End());
    return script.steps;
  }

  /** The steps of an answer of which nothing comes for a while. */
  static List<Step> stalledBeforeHead(Outline outline, Fault fault) {
    List<Step> steps = new ArrayList<>();
    steps.add(silence(fault));
    steps.addAll(plain(outline));
    return steps;
  }

  /** The steps of an answer that falls silent after so many parts. */
  static List<Step> stalled(Outline outline, int count, Fault fault) {
    Script script = new Script(outline);
    List<Buffer> all = outline.breakableParts();
    List<Buffer> before = first(all, count);
    script.head(-1);
    script.parts(before);
    script.steps.add(silence(fault));
    script.parts(all.subList(before.size(), all.size()));
    script.steps.add(new End());
    return script.steps;
  }

  /** The steps of an answer that goes byte by byte. */
  static List<Step> byteByByte(Outline outline) {
    Script script = new Script(outline);
    script.head(-1);
    for (Buffer part : outline.parts()) {
      for (int i = 0; i < part.length(); i++) {
        script.steps.add(new Body(part.slice(i, i + 1)));
        script.steps.add(new Flush());
      }
    }
    script.steps.add(new End());
    return script.steps;
  }

  /** The steps of an answer after which the connection is closed. */
  static List<Step> thenClosed(Outline outline) {
    List<Step> steps = new ArrayList<>(plain(outline));
    steps.remove(steps.size() - 1);
    steps.add(new End());
    steps.add(new Flush());
    steps.add(new Close());
    return steps;
  }

  /** The steps of an answer whose length header is too large. */
  static List<Step> wrongLength(Outline outline, int excess) {
    Buffer body = joined(outline.parts());
    return raw(outline, Map.of("content-length", Integer.toString(body.length() + excess)), body);
  }

  /** The steps of an answer with both a length and chunks. */
  static List<Step> bothLengths(Outline outline) {
    Buffer body = joined(outline.parts());
    Map<String, String> framing = new LinkedHashMap<>();
    framing.put("content-length", Integer.toString(body.length()));
    framing.put("transfer-encoding", "chunked");
    Buffer chunked =
        Buffer.buffer(Integer.toHexString(body.length()) + "\r\n")
            .appendBuffer(body)
            .appendString("\r\n0\r\n\r\n");
    return raw(outline, framing, chunked);
  }

  private static List<Step> raw(Outline outline, Map<String, String> framing, Buffer body) {
    Script script = new Script(outline);
    Map<String, String> headers = new LinkedHashMap<>(outline.headers());
    headers.putAll(framing);
    Buffer wire = Buffer.buffer("HTTP/1.1 " + outline.status() + " OK\r\n");
    headers.forEach((name, value) -> wire.appendString(name + ": " + value + "\r\n"));
    wire.appendString("\r\n").appendBuffer(body);
    script.steps.add(new Raw(wire));
    script.steps.add(new Pause(SETTLE));
    script.steps.add(new Close());
    return script.steps;
  }

  /** The same steps, where the last part of the body comes only after so long. */
  static List<Step> generating(List<Step> steps, Duration length) {
    List<Step> longer = new ArrayList<>(steps);
    for (int i = steps.size() - 1; i >= 0; i--) {
      if (steps.get(i) instanceof Body) {
        longer.add(i, new Pause(length));
        break;
      }
    }
    return longer;
  }

  private void head(int length) {
    steps.add(new Head(outline.status(), outline.headers(), length));
  }

  private void parts(List<Buffer> parts) {
    for (Buffer part : parts) {
      double before = sent * outline.millisPerPart();
      sent++;
      long wait = Math.round(sent * outline.millisPerPart()) - Math.round(before);
      if (wait > 0 && sent > 1) {
        steps.add(new Pause(Duration.ofMillis(wait)));
      }
      steps.add(new Body(part));
    }
  }

  private static Step silence(Fault fault) {
    Duration duration = fault.duration();
    return duration == null ? new Hang() : new Pause(duration);
  }

  private static List<Buffer> first(List<Buffer> parts, int count) {
    return parts.subList(0, Math.min(count, parts.size()));
  }

  private static Buffer joined(List<Buffer> parts) {
    Buffer whole = Buffer.buffer();
    parts.forEach(whole::appendBuffer);
    return whole;
  }
}
