package dev.mooring.gateway.simulator;

import dev.mooring.gateway.simulator.Step.Close;
import dev.mooring.gateway.simulator.Step.Reset;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;

/**
 * What a fault makes of an answer.
 *
 * @param vendor whose errors the API has
 * @param answer the answer's source
 * @param outline the answer as it would be sent
 * @param unary the answer as a document
 */
record FaultEffect(Vendor vendor, Answer answer, Outline outline, Supplier<Outline> unary) {

  /** The steps that are left to do with the fault. */
  List<Step> steps(Fault fault) {
    int count = fault.count();
    return switch (fault.kind()) {
      case RESET_AT_START -> Script.resetAtStart(outline);
      case RESET_AFTER_EVENTS -> Script.broken(outline, count, new Reset());
      case CLOSE_AFTER_EVENTS -> Script.broken(outline, count, new Close());
      case STALL_BEFORE_HEAD -> Script.stalledBeforeHead(outline, fault);
      case STALL_BEFORE_FIRST_EVENT -> Script.stalled(outline, 0, fault);
      case STALL_AFTER_EVENTS -> Script.stalled(outline, count, fault);
      case ERROR_EVENT -> Script.ended(outline, count, errorEvent(fault, false));
      case FAILED_EVENT -> Script.ended(outline, count, errorEvent(fault, true));
      case END_AFTER_EVENTS -> Script.ended(outline, count, List.of());
      case END_WITHIN_EVENT -> Script.ended(outline, count, halfOf(count));
      case GARBLED_EVENT -> Script.plain(garbled(count));
      case JSON_FOR_STREAM -> Script.plain(unary.get());
      case WRONG_CONTENT_LENGTH -> Script.wrongLength(outline, count);
      case BOTH_LENGTHS -> Script.bothLengths(outline);
      case GZIP -> Script.plain(compressed());
      case ONE_BYTE_CHUNKS -> Script.byteByByte(outline);
      case COMMENTS -> Script.plain(interleaved(Buffer.buffer(": keep-alive\n\n")));
      case PINGS -> Script.plain(interleaved(Buffer.buffer(MessagesAnswer.ping().wire("\n"))));
      case CLOSE_AFTER_ANSWER -> Script.thenClosed(outline);
      case SECOND_START -> Script.plain(withSecondStart(count));
      case CRLF, LARGE_TEXT -> Script.plain(outline);
      case STATUS, ECHO_KEY ->
          throw new IllegalArgumentException("answered before generation: " + fault.kind());
    };
  }

  private List<Buffer> errorEvent(Fault fault, boolean failed) {
    ApiError error =
        vendor.error(vendor.streamErrorStatus()).with(fault.type(), fault.code(), fault.message());
    return List.of(Buffer.buffer(answer.error(fault.count(), error, failed).wire("\n")));
  }

  private List<Buffer> halfOf(int index) {
    List<Buffer> parts = outline.breakableParts();
    return index < parts.size()
        ? List.of(parts.get(index).slice(0, parts.get(index).length() / 2))
        : List.of();
  }

  private Outline garbled(int index) {
    List<Buffer> parts = new ArrayList<>(outline.parts());
    int at = Math.min(index, parts.size() - 1);
    Buffer part = parts.get(at).copy();
    int middle = part.length() / 2;
    parts.set(at, part.setByte(middle, (byte) (part.getByte(middle) ^ 1)));
    return outline.withParts(parts);
  }

  /** The outline with something between its events, where they are server-sent ones. */
  private Outline interleaved(Buffer between) {
    if (!outline.headers().getOrDefault("content-type", "").startsWith("text/event-stream")) {
      return outline;
    }
    List<Buffer> parts = new ArrayList<>();
    for (Buffer part : outline.parts()) {
      parts.add(between);
      parts.add(part);
    }
    return outline.withParts(parts);
  }

  private Outline withSecondStart(int count) {
    List<Buffer> parts = new ArrayList<>(outline.parts());
    parts.add(Math.min(count, parts.size()), parts.get(0));
    return outline.withParts(parts);
  }

  private Outline compressed() {
    Map<String, String> headers = new LinkedHashMap<>(outline.headers());
    headers.put("content-encoding", "gzip");
    List<Buffer> parts = new ArrayList<>();
    try (ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        GZIPOutputStream gzip = new GZIPOutputStream(bytes, true)) {
      for (Buffer part : outline.parts()) {
        gzip.write(part.getBytes());
        gzip.flush();
        parts.add(Buffer.buffer(bytes.toByteArray()));
        bytes.reset();
      }
      gzip.finish();
      parts.add(Buffer.buffer(bytes.toByteArray()));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return outline.withHeaders(headers).withParts(parts);
  }
}
