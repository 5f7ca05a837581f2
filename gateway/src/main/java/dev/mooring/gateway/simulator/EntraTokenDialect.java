package dev.mooring.gateway.simulator;

import static dev.mooring.gateway.simulator.ApiError.plain;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpServerRequest;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Entra's token endpoint for client credentials: the access token is the key of the credential
 * whose id the {@code client_id} is, else of the first. Any secret or assertion will do, but one
 * there must be.
 */
record EntraTokenDialect() implements PlainDialect {
  private static final Pattern PATH = Pattern.compile("/[^/]+/oauth2/v2\\.0/token");
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
    return PATH.matcher(request.path()).matches() ? new Route(this, "", false) : null;
  }

  @Override
  public ObjectNode read(byte[] body) {
    return FormBody.read(body);
  }

  @Override
  public Access admit(KeyRing keys, HttpServerRequest request, byte[] body) {
    return keys.named(read(body).path("client_id").asText(), vendor());
  }

  @Override
  public @Nullable ApiError check(Call call, IssuedState issued) {
    ObjectNode form = call.body();
    if (!form.path("grant_type").asText().equals("client_credentials")) {
      return plain(400, "unsupported_grant_type", "AADSTS70003: The grant type is not supported.");
    }
    if (!form.path("scope").asText().endsWith("/.default")) {
      return plain(400, "invalid_scope", "AADSTS1002012: The scope must end with /.default.");
    }
    return form.hasNonNull("client_secret") || form.hasNonNull("client_assertion")
        ? null
        : plain(401, "invalid_client", "AADSTS7000216: A secret or an assertion is required.");
  }

  @Override
  public ObjectNode answer(Call call, Sources sources) {
    return Json.object()
        .put("token_type", "Bearer")
        .put("expires_in", LIFETIME)
        .put("ext_expires_in", LIFETIME)
        .put("access_token", call.credential().key().apiKey());
  }
}
