package dev.mooring.store.redis;

import dev.mooring.affinity.IssuerStore.Issuer;
import dev.mooring.affinity.Pin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of values in Redis: fields, one a line. Within a field, line breaks and percent signs
 * are percent-encoded, so that the fields stay apart whatever is in them.
 *
 * <p>A pin is its version, provider, upstream model and, where it names one, credential. An issuer
 * is provider, credential and cache scope.
 *
 * <p>A version of the gateway that knows more of a pin adds fields at its end: earlier ones read
 * what they know, and no node replaces another's pin. What does not begin like a pin is none, and
 * is replaced by the next.
 */
final class PinCodec {
  private static final int PIN_FIELDS = 3;

  private PinCodec() {}

  /** A pin's text. */
  static String encode(Pin pin) {
    String version = Long.toString(pin.version());
    String credential = pin.credential();
    return credential == null
        ? join(version, pin.provider(), pin.upstreamModel())
        : join(version, pin.provider(), pin.upstreamModel(), credential);
  }

  /**
   * Reads a pin's text.
   *
   * @throws IllegalArgumentException when it is not one
   */
  static Pin pin(String text) {
    List<String> fields = split(text);
    if (fields.size() < PIN_FIELDS) {
      throw new IllegalArgumentException("pin: " + fields.size() + " fields (expected: 3 or 4)");
    }
    @Nullable String credential = fields.size() > PIN_FIELDS ? fields.get(PIN_FIELDS) : null;
    return new Pin(fields.get(1), fields.get(2), credential, Long.parseLong(fields.get(0)));
  }

  /** An issuer's text. */
  static String encode(Issuer issuer) {
    return join(issuer.provider(), issuer.credential(), issuer.cacheScope());
  }

  /**
   * Reads an issuer's text.
   *
   * @throws IllegalArgumentException when it is not one
   */
  static Issuer issuer(String text) {
    List<String> fields = split(text);
    if (fields.size() != 3) {
      throw new IllegalArgumentException("issuer: " + fields.size() + " fields (expected: 3)");
    }
    return new Issuer(fields.get(0), fields.get(1), fields.get(2));
  }

  /** Fields as text. */
  static String join(String... fields) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < fields.length; i++) {
      text.append(i == 0 ? "" : "\n").append(escape(fields[i]));
    }
    return text.toString();
  }

  /** The fields of a text. */
  static List<String> split(String text) {
    List<String> fields = new ArrayList<>(4);
    int from = 0;
    for (int to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      fields.add(unescape(text.substring(from, to)));
      from = to + 1;
    }
    fields.add(unescape(text.substring(from)));
    return fields;
  }

  /** One field as text without line breaks. */
  static String escape(String field) {
    if (field.indexOf('%') < 0 && field.indexOf('\n') < 0) {
      return field;
    }
    return field.replace("%", "%25").replace("\n", "%0A");
  }

  /** The field that was {@link #escape escaped}. */
  static String unescape(String text) {
    return text.indexOf('%') < 0 ? text : text.replace("%0A", "\n").replace("%25", "%");
  }
}
