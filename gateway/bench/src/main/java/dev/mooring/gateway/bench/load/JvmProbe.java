package dev.mooring.gateway.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Looks into a JVM from outside, between measurements.
 *
 * @param jcmd the JDK's jcmd
 * @param pid the JVM's process
 * @param gcLog where it logs collections
 */
record JvmProbe(String jcmd, long pid, Path gcLog) {

  /**
   * A moment.
   *
   * @param heapBytes the heap in use
   * @param logLength how long the log of collections was
   */
  record Mark(long heapBytes, int logLength) {}

  /** What is so now. */
  Mark mark() {
    return new Mark(usedBytes(), log().length);
  }

  /** What was collected since then. */
  GcLog collected(Mark since) {
    byte[] all = log();
    byte[] added = Arrays.copyOfRange(all, Math.min(since.logLength(), all.length), all.length);
    return GcLog.parse(new String(added, StandardCharsets.UTF_8));
  }

  /** What was allocated since then: what is there more, and what was freed. */
  long allocatedBytes(Mark since) {
    return usedBytes() - since.heapBytes() + collected(since).freedBytes();
  }

  /** The heap in use. */
  long usedBytes() {
    return HeapInfo.usedBytes(Program.output(List.of(jcmd, Long.toString(pid), "GC.heap_info")));
  }

  /** The heap in use after a full collection. */
  long liveBytes() {
    String unused = Program.output(List.of(jcmd, Long.toString(pid), "GC.run"));
    return usedBytes();
  }

  private byte[] log() {
    try {
      return Files.readAllBytes(gcLog);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
