package dev.mooring.gateway.admin;

import dev.mooring.gateway.config.ManagementConfig;
import io.netty.util.NetUtil;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Set;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Who may use management: whoever presents {@code management.token}, as a bearer token or by the
 * console's login cookie, which is signed with it so that every node knows it and a new token ends
 * all logins. Where there is no token everyone who asks by a loopback name may, so that a page of
 * another site cannot reach it by a name of its own.
 *
 * <p>With the cookie, or without a token, a request that changes something carries a header that a
 * page of another site cannot set.
 */
final class ManagementAccess {
  /** The console's login. */
  static final String COOKIE = "mooring_console";

  /** What a request that changes something carries. */
  static final String CONSOLE_HEADER = "x-mooring-console";

  /** How long a login lasts. */
  static final Duration LOGIN = Duration.ofHours(12);

  private static final String BEARER = "Bearer ";
  private static final Set<HttpMethod> SAFE =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  private final Supplier<ManagementConfig> config;
  private final InstantSource clock;

  ManagementAccess(Supplier<ManagementConfig> config, InstantSource clock) {
    this.config = config;
    this.clock = clock;
  }

  /** What is said to a request that may not; null where it may. */
  private @Nullable String refusal(HttpServerRequest request) {
    ManagementConfig now = config.get();
    if (now.token().isEmpty()) {
      if (!now.openAccess() && !loopbackName(request)) {
        return "management without a token is for this machine: ask for localhost, or set"
            + " management.token";
      }
      return forged(request);
    }
    if (bearer(request, now.token())) {
      return null;
    }
    Cookie cookie = request.getCookie(COOKIE);
    if (cookie == null || !valid(cookie.getValue(), now.token())) {
      return "a management token is needed: Authorization: Bearer <management.token>, or log in";
    }
    return forged(request);
  }

  /** Lets a request on, or refuses it. */
  void admit(RoutingContext at) {
    String refusal = refusal(at.request());
    if (refusal == null) {
      at.next();
      return;
    }
    boolean asks = !config.get().token().isEmpty();
    if (asks) {
      at.response().putHeader("www-authenticate", "Bearer");
    }
    Answers.refuse(at.response(), asks ? 401 : 403, refusal);
  }

  /** A login; null when the token is not the one. */
  @Nullable Cookie login(String presented, boolean tls) {
    String token = config.get().token();
    if (token.isEmpty() || !same(presented, token)) {
      return null;
    }
    String expires = Long.toString(clock.instant().plus(LOGIN).getEpochSecond());
    return cookie(expires + "." + signature(expires, token), LOGIN, tls);
  }

  /** Ends a login in the browser. */
  static Cookie logout() {
    return cookie("", Duration.ZERO, false);
  }

  private static Cookie cookie(String value, Duration age, boolean tls) {
    return Cookie.cookie(COOKIE, value)
        .setPath("/")
        .setHttpOnly(true)
        .setSecure(tls)
        .setSameSite(CookieSameSite.STRICT)
        .setMaxAge(age.toSeconds());
  }

  private boolean valid(String value, String token) {
    int dot = value.indexOf('.');
    if (dot < 1) {
      return false;
    }
    String expires = value.substring(0, dot);
    if (!same(value.substring(dot + 1), signature(expires, token))) {
      return false;
    }
    return clock.instant().getEpochSecond() < Long.parseLong(expires);
  }

  private static @Nullable String forged(HttpServerRequest request) {
    boolean safe = SAFE.contains(request.method());
    return safe || request.headers().contains(CONSOLE_HEADER)
        ? null
        : "a request that changes something carries the header " + CONSOLE_HEADER + ": 1";
  }

  private static boolean bearer(HttpServerRequest request, String token) {
    String presented = request.getHeader(HttpHeaders.AUTHORIZATION);
    return presented != null
        && presented.regionMatches(true, 0, BEARER, 0, BEARER.length())
        && same(presented.substring(BEARER.length()), token);
  }

  private static boolean loopbackName(HttpServerRequest request) {
    String host = request.authority() == null ? "" : request.authority().host();
    if (host.equalsIgnoreCase("localhost")) {
      return true;
    }
    byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
    try {
      return address != null && InetAddress.getByAddress(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static String signature(String expires, String token) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      byte[] signed =
          mac.doFinal(("console login until " + expires).getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
