package dev.mooring.gateway.simulator;

import static dev.mooring.gateway.simulator.ApiError.plain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Google's token endpoint for service accounts (RFC 7523): the access token is the key of the
 * credential whose id the assertion's issuer is or begins with, up to the {@code @}, else of the
 * first. Its signature is not checked.
 */
record GoogleTokenDialect() implements PlainDialect {
  private static final String GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  private static final int LIFETIME = 3600;

  @Override
  public SimulatedApi api() {
    return SimulatedApi.TOKEN;
  }

  @Override
  public Vendor vendor() {
    return new OAuthVendor();
  }

  @Override
  public @Nullable Route route(HttpServerRequest request) {
    return request.path().equals("/token") ? new Route(this, "", false) : null;
  }

  @Override
  public ObjectNode read(byte[] body) {
    return FormBody.read(body);
  }

  @Override
  public Access admit(KeyRing keys, HttpServerRequest request, byte[] body) {
    ObjectNode claims = claims(read(body));
    String issuer = claims == null ? "" : claims.path("iss").asText();
    int at = issuer.indexOf('@');
    return keys.named(at < 0 ? issuer : issuer.substring(0, at), vendor());
  }

  @Override
  public @Nullable ApiError check(Call call, IssuedState issued) {
    if (!call.body().path("grant_type").asText().equals(GRANT)) {
      return plain(400, "unsupported_grant_type", "Invalid grant_type");
    }
    ObjectNode claims = claims(call.body());
    if (claims == null || !claims.hasNonNull("iss") || !claims.hasNonNull("aud")) {
      return plain(400, "invalid_grant", "Invalid JWT: not a signed set of claims");
    }
    long now = call.exchange().time().getEpochSecond();
    long expiry = claims.path("exp").asLong();
    return expiry > now && expiry - claims.path("iat").asLong() <= LIFETIME
        ? null
        : plain(
            400,
            "invalid_grant",
            "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable"
                + " timeframe.");
  }

  @Override
  public ObjectNode answer(Call call, Sources sources) {
    return Json.object()
        .put("access_token", call.credential().key().apiKey())
        .put("expires_in", LIFETIME)
        .put("token_type", "Bearer");
  }

  /** The claims of the assertion; null where it is no JWT. */
  private static @Nullable ObjectNode claims(ObjectNode form) {
    String[] parts = form.path("assertion").asText().split("\\.", -1);
    if (parts.length != 3 || parts[2].isEmpty()) {
      return null;
    }
    try {
      return Json.parseObject(Base64.getUrlDecoder().decode(parts[1]));
    } catch (IllegalArgumentException notBase64) {
      return null;
    }
  }
}
