package dev.mooring.gateway.relay;

import java.util.Locale;

/**
 * A provider's way to say that encrypted reasoning or a thinking signature is another account's.
 */
final class StateRejection {
  private StateRejection() {}

  /** Whether a failure says so. */
  static boolean in(Failure failure) {
    if ("invalid_encrypted_content".equals(failure.error().code())) {
      return true;
    }
    String message = failure.error().message().toLowerCase(Locale.ROOT);
    return message.contains("encrypted content")
        || (message.contains("signature") && message.contains("thinking"));
  }
}
