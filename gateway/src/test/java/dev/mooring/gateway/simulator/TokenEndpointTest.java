package dev.mooring.gateway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a caller sees of the simulated token endpoints of Google and Entra. */
final class TokenEndpointTest {
  private static final String ENTRA = "/tenant-1/oauth2/v2.0/token";
  private static final String CHAT = "/v1/chat/completions";
  private static final String SCOPE = "&scope=https%3A%2F%2Fcognitiveservices.azure.com%2F.default";

  @RegisterExtension
  final RunningSimulator running =
      new RunningSimulator(SimulatedKey.of("a", "key-a"), SimulatedKey.of("b", "key-b"));

  @Test
  void anAssertionIsWorthTheKeyOfItsIssuer() {
    JsonNode one = running.calls().ok("/token", "", grant("b@p.iam.gserviceaccount.com", 3600));
    JsonNode other = running.calls().ok("/token", "", grant("someone@p", 3600));

    assertThat(one.path("access_token").asText()).isEqualTo("key-b");
    assertThat(one.path("token_type").asText()).isEqualTo("Bearer");
    assertThat(one.path("expires_in").asInt()).isEqualTo(3600);
    assertThat(other.path("access_token").asText()).isEqualTo("key-a");
  }

  @Test
  void anAssertionMustBeAJwtOfAnHourAtMost() {
    assertThat(refusal("/token", 400, grant("a", 3700))).isEqualTo("invalid_grant");
    assertThat(refusal("/token", 400, grant("a", -10))).isEqualTo("invalid_grant");
    assertThat(refusal("/token", 400, grant("a", 3600).replaceAll("\\.c2ln$", "")))
        .isEqualTo("invalid_grant");
    assertThat(refusal("/token", 400, "grant_type=password")).isEqualTo("unsupported_grant_type");
  }

  @Test
  void clientCredentialsAreWorthTheKeyOfTheirClient() {
    String form = "grant_type=client_credentials&client_id=b" + SCOPE;
    JsonNode token = running.calls().ok(ENTRA, "", form + "&client_secret=s");

    assertThat(token.path("access_token").asText()).isEqualTo("key-b");
    assertThat(running.calls().ok(ENTRA, "", form + "&client_assertion=j").has("access_token"))
        .isTrue();
    assertThat(refusal(ENTRA, 401, form)).isEqualTo("invalid_client");
  }

  @Test
  void tokenCallsAreRecordedAndMeetOnlyFaultsOfTheirOwn() {
    running.simulator().credential("a").fault(Fault.status(500));
    running.calls().ok("/token", "", grant("a", 3600));

    assertThat(running.last().api()).isEqualTo(SimulatedApi.TOKEN);
    String chat = "{\"model\":\"m\",\"messages\":[]}";
    assertThat(running.calls().post(CHAT, "key-a", chat).statusCode()).isEqualTo(500);
    running.simulator().credential("a").fault(Fault.status(503).onlyFor(SimulatedApi.TOKEN));
    assertThat(running.calls().post(CHAT, "key-a", chat).statusCode()).isEqualTo(200);
    assertThat(refusal("/token", 503, grant("a", 3600))).isEqualTo("temporarily_unavailable");
  }

  private String refusal(String path, int status, String form) {
    return running.calls().refused(status, path, "", form).path("error").asText();
  }

  private static String grant(String issuer, long seconds) {
    long now = Instant.now().getEpochSecond();
    String claims =
        "{\"iss\":\"%s\",\"aud\":\"x\",\"iat\":%d,\"exp\":%d}"
            .formatted(issuer, now, now + seconds);
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    return "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=e30."
        + base64.encodeToString(claims.getBytes(StandardCharsets.UTF_8))
        + ".c2ln";
  }
}
