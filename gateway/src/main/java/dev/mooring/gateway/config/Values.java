package dev.mooring.gateway.config;

import dev.mooring.gateway.config.Place.Scalar;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;

/** The readings of single values, each strict in type and range. */
final class Values {
  private static final Pattern INTEGER = Pattern.compile("[+-]?\\d{1,18}");
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}");
  private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]*");
  private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7e]*");
  private static final Pattern KEY_PREFIX = Pattern.compile("[\\x21-\\x7e&&[^{}]]{1,64}");
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  private Values() {}

  /** A text that is not empty. */
  static ValueParser<String> text() {
    return (node, place) -> notEmpty(textual(node, place).text());
  }

  /** A file's path; {@code ~/} stands for the user's folder. */
  static ValueParser<Path> path() {
    return (node, place) -> {
      String text = notEmpty(textual(node, place).text());
      String home = System.getProperty("user.home", ".");
      try {
        return Path.of(text.startsWith("~/") ? home + text.substring(1) : text);
      } catch (InvalidPathException e) {
        throw new RefusedValueException("is no path (" + e.getReason() + ")");
      }
    };
  }

  /** A name of the configuration's own: letters, digits and {@code . _ : @ -}. */
  static ValueParser<String> id() {
    return matching(ID, "an id (expected: letters, digits and . _ : @ -, at most 128)");
  }

  /** A name that may hold slashes, such as {@code anthropic/claude-sonnet-5}. */
  static ValueParser<String> modelName() {
    return matching(VISIBLE, "a model's name (expected: ASCII without spaces)");
  }

  /** What keys begin with; braces would move a cluster's keys to one slot. */
  static ValueParser<String> keyPrefix() {
    return matching(KEY_PREFIX, "a key prefix (expected: ASCII without spaces and braces)");
  }

  /** A header's name. */
  static ValueParser<String> headerName() {
    return matching(HEADER, "a header's name (expected: letters, digits and -)");
  }

  /** A header's value, which may be a secret: never in a message. */
  static ValueParser<String> headerValue() {
    return (node, place) -> {
      String value = notEmpty(textual(node, place).text());
      if (!PRINTABLE.matcher(value).matches()) {
        throw new RefusedValueException(
            "holds a line break or a letter outside ASCII, which no header can carry");
      }
      return value;
    };
  }

  /** A secret, which may be empty; never in a message. */
  static ValueParser<String> secretOrEmpty() {
    return (node, place) -> {
      String secret = textual(node, place).text();
      if (!VISIBLE.matcher(secret).matches()) {
        throw new RefusedValueException(
            "holds a space, a line break or a letter outside ASCII, which no header can carry");
      }
      return secret;
    };
  }

  /** A secret. */
  static ValueParser<String> secret() {
    return (node, place) -> notEmpty(secretOrEmpty().parse(node, place));
  }

  /** A whole number within bounds. */
  static ValueParser<Long> wholeNumber(long least, long most) {
    return (node, place) -> {
      Scalar scalar = number(node, place, INTEGER, "a whole number");
      return within(Long.parseLong(scalar.text()), least, most);
    };
  }

  /** A whole number within bounds. */
  static ValueParser<Integer> count(int least, int most) {
    return (node, place) -> Math.toIntExact(wholeNumber(least, most).parse(node, place));
  }

  /** A number that is finite and not negative: a weight or a price. */
  static ValueParser<Double> amount() {
    return (node, place) -> {
      double number = Double.parseDouble(number(node, place, DECIMAL, "a number").text());
      if (!Double.isFinite(number) || number < 0) {
        throw new RefusedValueException("is out of range (expected: 0 or more)");
      }
      return number;
    };
  }

  /** A number from 0 to 1. */
  static ValueParser<Double> share() {
    return (node, place) -> {
      double share = amount().parse(node, place);
      if (share > 1) {
        throw new RefusedValueException("is out of range (expected: 0 to 1)");
      }
      return share;
    };
  }

  /** {@code true} or {@code false}. */
  static ValueParser<Boolean> flag() {
    return (node, place) -> {
      Scalar scalar = place.scalar(node);
      return switch (scalar.literal() ? scalar.text() : "") {
        case "true" -> true;
        case "false" -> false;
        default ->
            throw new RefusedValueException(
                "is '" + scalar.written() + "' (expected: true or false, without quotes)");
      };
    };
  }

  /** A duration within bounds. */
  static ValueParser<Duration> duration(Duration least, Duration most) {
    return (node, place) -> {
      Duration duration = Units.duration(place.scalar(node).text());
      if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
        throw new RefusedValueException(
            "is out of range (expected: " + Units.show(least) + " to " + Units.show(most) + ")");
      }
      return duration;
    };
  }

  /** A size in bytes within bounds. */
  static ValueParser<Long> bytes(long least, long most) {
    return (node, place) -> within(Units.bytes(place.scalar(node).text()), least, most);
  }

  /** One of a closed set. */
  static <T> ValueParser<T> choice(Map<String, T> choices) {
    return (node, place) -> {
      Scalar scalar = place.scalar(node);
      T choice = choices.get(scalar.text());
      if (choice == null) {
        throw new RefusedValueException(
            "unknown value '"
                + scalar.written()
                + "'"
                + NearestName.suggestion(scalar.written(), choices.keySet()));
      }
      return choice;
    };
  }

  /** A text of a certain form. */
  private static ValueParser<String> matching(Pattern pattern, String what) {
    return (node, place) -> {
      Scalar scalar = textual(node, place);
      if (!pattern.matcher(notEmpty(scalar.text())).matches()) {
        throw new RefusedValueException("'" + scalar.written() + "' is not " + what);
      }
      return scalar.text();
    };
  }

  /** A scalar that may stand for a text. */
  private static Scalar textual(Node node, Place place) throws RefusedValueException {
    Scalar scalar = place.scalar(node);
    if (!scalar.textual()) {
      throw new RefusedValueException(
          "is a number or a boolean (expected: text; put it in quotes)");
    }
    return scalar;
  }

  /** A scalar that may stand for a number. */
  private static Scalar number(Node node, Place place, Pattern pattern, String what)
      throws RefusedValueException {
    Scalar scalar = place.scalar(node);
    if (!scalar.literal() || !pattern.matcher(scalar.text()).matches()) {
      throw new RefusedValueException(
          "is '" + scalar.written() + "' (expected: " + what + ", without quotes)");
    }
    return scalar;
  }

  /** The number, if it is within bounds. */
  private static long within(long number, long least, long most) throws RefusedValueException {
    if (number < least || number > most) {
      throw new RefusedValueException("is out of range (expected: " + least + " to " + most + ")");
    }
    return number;
  }

  /** The text, if it is not empty. */
  private static String notEmpty(String text) throws RefusedValueException {
    if (text.isEmpty()) {
      throw new RefusedValueException("is empty (expected: a value)");
    }
    return text;
  }
}
