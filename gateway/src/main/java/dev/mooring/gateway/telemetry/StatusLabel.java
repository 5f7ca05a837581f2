package dev.mooring.gateway.telemetry;

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
  private static final String[] NAMES = new String[600];

  static {
    for (int status = 0; status < NAMES.length; status++) {
      NAMES[status] = CLASSES[status / 100];
    }
    for (int status : COMMON) {
      NAMES[status] = Integer.toString(status);
    }
  }

  private StatusLabel() {}

  /** The label of a status. */
  static String of(int status) {
    return NAMES[status >= 0 && status < NAMES.length ? status : 0];
  }
}
