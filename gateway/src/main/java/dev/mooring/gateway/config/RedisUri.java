package dev.mooring.gateway.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

/** The addresses of Redis. Messages never show one: it may hold a password. */
final class RedisUri {
  private static final Set<String> SERVERS = Set.of("redis", "rediss");
  private static final Set<String> SENTINELS = Set.of("redis-sentinel", "rediss-sentinel");
  private static final Set<String> SOCKETS = Set.of("redis-socket");

  private RedisUri() {}

  /** One server, the Sentinels that know it, or a Unix socket. */
  static ValueParser<String> any() {
    return (node, place) -> {
      String text = Values.text().parse(node, place);
      URI uri = uri(text);
      if (is(uri, SENTINELS) && uri.getRawFragment() == null) {
        throw new RefusedValueException(
            "names no primary (expected: such as redis-sentinel://a:26379,b:26379#main)");
      }
      boolean known = is(uri, SERVERS) || is(uri, SENTINELS);
      if (!(known && uri.getRawAuthority() != null)
          && !(is(uri, SOCKETS) && uri.getPath() != null)) {
        throw refusal("redis://, rediss://, redis-sentinel:// or redis-socket://");
      }
      return text;
    };
  }

  /** One server of a cluster. */
  static ValueParser<String> server() {
    return (node, place) -> {
      String text = Values.text().parse(node, place);
      URI uri = uri(text);
      if (!is(uri, SERVERS) || uri.getRawAuthority() == null) {
        throw refusal("redis:// or rediss://");
      }
      return text;
    };
  }

  private static boolean is(URI uri, Set<String> schemes) {
    return uri.getScheme() != null && schemes.contains(uri.getScheme().toLowerCase(Locale.ROOT));
  }

  private static URI uri(String text) throws RefusedValueException {
    try {
      return new URI(text);
    } catch (URISyntaxException malformed) {
      throw refusal("such as redis://127.0.0.1:6379; percent-encode a password");
    }
  }

  private static RefusedValueException refusal(String expected) {
    return new RefusedValueException("is not an address of Redis (expected: " + expected + ")");
  }
}
