package dev.mooring.gateway.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Comparator;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The addresses of upstreams. */
final class BaseUrl {
  private static final Pattern AUTHORITY =
      Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(:\\d{1,5})?");

  private BaseUrl() {}

  /** An http or https URL as written: with host, without query, fragment or user. */
  static ValueParser<String> parser() {
    return (node, place) -> {
      String url = Values.text().parse(node, place);
      check(url);
      return url;
    };
  }

  /** Checks that a URL can be called. */
  static void check(String url) throws RefusedValueException {
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException malformed) {
      throw refusal();
    }
    boolean http = "http".equalsIgnoreCase(uri.getScheme());
    boolean https = "https".equalsIgnoreCase(uri.getScheme());
    String authority = uri.getRawAuthority();
    if (authority == null || !AUTHORITY.matcher(authority).matches()) {
      throw refusal();
    }
    if ((!http && !https) || uri.getPort() > 65535) {
      throw refusal();
    }
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw refusal();
    }
  }

  /**
   * The URL without a {@code /v1} and slashes at its end: the paths of the APIs bring their own.
   */
  static String origin(String url) {
    String origin = url.replaceFirst("/+$", "");
    return origin.endsWith("/v1")
        ? origin.substring(0, origin.length() - 3).replaceFirst("/+$", "")
        : origin;
  }

  /**
   * The URL without the part of its path that a preset's own paths begin with, such as Groq's
   * {@code /openai}; the very URL where it has none.
   *
   * @param origin without {@code /v1} and slashes at its end
   */
  static String origin(String origin, Preset preset) {
    return preset.roots().values().stream()
        .map(BaseUrl::origin)
        .filter(root -> !root.isEmpty() && origin.endsWith(root))
        .max(Comparator.comparingInt(String::length))
        .map(root -> origin.substring(0, origin.length() - root.length()))
        .orElse(origin);
  }

  /** Whether two URLs lead to one host. */
  static boolean sameHost(String url, @Nullable String other) {
    return other != null && Objects.equals(URI.create(url).getHost(), URI.create(other).getHost());
  }

  /** The one message for whatever is wrong with a URL, which may hold a secret. */
  private static RefusedValueException refusal() {
    return new RefusedValueException(
        "is not an http or https origin (expected: such as https://api.example.com)");
  }
}
