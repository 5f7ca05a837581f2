package dev.mooring.gateway.bench.load;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code jcmd PID GC.heap_info} says of the heap in use, whatever the collector. */
final class HeapInfo {
  private static final Pattern USED =
      Pattern.compile(
          "^\\s*(?:[0-9]+:\\s*)?(?:def new generation|tenured generation|garbage-first heap|PSYoungGen|ParOldGen|"
              + "ZHeap|DefNew|Tenured)\\b.*?used (\\d+)([KMG])",
          Pattern.MULTILINE);

  private HeapInfo() {}

  /** Bytes in use, of all generations. */
  static long usedBytes(String info) {
    long used = 0;
    Matcher matcher = USED.matcher(info);
    while (matcher.find()) {
      used += GcLog.bytes(matcher.group(1), matcher.group(2));
    }
    return used;
  }
}
