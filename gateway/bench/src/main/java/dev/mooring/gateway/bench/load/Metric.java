package dev.mooring.gateway.bench.load;

/** A figure of the table. */
enum Metric {
  /** Requests a second with every connection busy. */
  REQUESTS("requestsPerSecond", "req/s", 0),
  /** User and system time of the process. */
  CPU("cpuMicrosPerRequest", "CPU µs/req", 1),
  /** The same, by event of a stream. */
  CPU_EVENT("cpuMicrosPerEvent", "CPU µs/event", 2),
  /** CPU time as a multiple of haproxy's in the same round. */
  RATIO("cpuToHaproxy", "× haproxy", 2),
  /** Median latency over that without a proxy. */
  ADDED_P50("addedP50Micros", "p50 added µs", 0),
  /** 99th percentile over that without a proxy. */
  ADDED_P99("addedP99Micros", "p99 added µs", 0),
  /** 99.9th percentile over that without a proxy. */
  ADDED_P999("addedP999Micros", "p99.9 added µs", 0),
  /** Median time to the first byte of the body, over that without a proxy. */
  ADDED_FIRST("addedFirstByteP50Micros", "first byte p50 added µs", 0),
  /** 99th percentile of the time to the first byte of the body, over that without a proxy. */
  ADDED_FIRST_P99("addedFirstByteP99Micros", "first byte p99 added µs", 0),
  /** Heap allocated. */
  ALLOCATED("allocatedKilobytesPerRequest", "alloc KB/req", 1),
  /** Pauses for garbage in the time at saturation. */
  PAUSES("pauses", "GC pauses", 0),
  /** The longest of these. */
  LONGEST_PAUSE("longestPauseMillis", "longest ms", 1),
  /** Resident memory. */
  RSS("residentMegabytes", "RSS MB", 0),
  /** Median latency at half load. */
  P50("p50Micros", "p50 µs", 0),
  /** 99th percentile at half load. */
  P99("p99Micros", "p99 µs", 0),
  /** 99.9th percentile at half load. */
  P999("p999Micros", "p99.9 µs", 0),
  /** Median time to the first byte of the body at half load. */
  FIRST("firstByteP50Micros", "first byte p50 µs", 0),
  /** 99th percentile of the time to the first byte of the body at half load. */
  FIRST_P99("firstByteP99Micros", "first byte p99 µs", 0),
  /** Answers that were none, or not whole. */
  ERRORS("errors", "errors", 0);

  private final String key;
  private final String title;
  private final int digits;

  Metric(String key, String title, int digits) {
    this.key = key;
    this.title = title;
    this.digits = digits;
  }

  /** Its name in JSON. */
  String key() {
    return key;
  }

  /** Its name in tables. */
  String title() {
    return title;
  }

  /** Its decimals in tables. */
  int digits() {
    return digits;
  }
}
