package dev.mooring.gateway.telemetry;

import java.util.HashMap;
import java.util.Map;

/**
 * A status as a label: the number of a common one, the class of any other, so that providers with
 * odd statuses make no new series.
 */
final class StatusLabel {
  private static final int[] COMMON = {
    200, 400, 401, 402, 403, 404, 405, 408, 409, 413, 415, 422, 426, 429, 499, 500, 502, 503, 504,
    529
  };
  private static final String[] CLASSES = {"other", "1xx", "2xx", "3xx", "4xx", "5xx"};
  private static final Map<Integer, String> NAMES = new HashMap<>();

  static {
    for (int status : COMMON) {
      NAMES.put(status, Integer.toString(status));
    }
  }

  private StatusLabel() {}

  /** The label of a status. */
  static String of(int status) {
    String name = NAMES.get(status);
    int hundreds = status / 100;
    return name != null ? name : CLASSES[hundreds >= 1 && hundreds <= 5 ? hundreds : 0];
  }
}
