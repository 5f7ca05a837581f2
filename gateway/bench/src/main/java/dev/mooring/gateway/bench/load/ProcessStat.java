package dev.mooring.gateway.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What Linux tells of a process.
 *
 * @param cpuMicros user and system time of all its threads
 * @param residentKb the memory it holds
 * @param peakKb the most it held
 */
record ProcessStat(long cpuMicros, long residentKb, long peakKb) {
  /** A clock tick as the kernel tells it to programs, on every architecture Java runs on. */
  private static final long MICROS_PER_TICK = 10_000;

  /** The figures of a running process. */
  static ProcessStat of(long pid) {
    Path folder = Path.of("/proc", Long.toString(pid));
    try {
      String status = Files.readString(folder.resolve("status"));
      return new ProcessStat(
          cpuMicros(Files.readString(folder.resolve("stat"))),
          kilobytes(status, "VmRSS:"),
          kilobytes(status, "VmHWM:"));
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  /** User and system time in a line of {@code /proc/PID/stat}; the name may hold anything. */
  static long cpuMicros(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * MICROS_PER_TICK;
  }

  /** A figure of {@code /proc/PID/status}. */
  static long kilobytes(String status, String field) {
    return status
        .lines()
        .filter(line -> line.startsWith(field))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElse(0);
  }
}
