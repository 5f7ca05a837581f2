package dev.mooring.gateway.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.mooring.gateway.api.BodyShape;
import dev.mooring.gateway.api.Pieces;
import dev.mooring.gateway.config.CloudConfig;
import dev.mooring.gateway.config.CloudIdentity;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderType;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vertex AI: its paths, and the tokens that it is called with. */
class VertexProviderTest {
  private static final String CLAUDE = "claude-sonnet-5@20260929";

  private final List<String> forms = new CopyOnWriteArrayList<>();
  private @Nullable HttpServer tokens;
  private volatile int status = 200;

  @BeforeEach
  void start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/token",
        exchange -> {
          forms.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          byte[] answer =
              ("{\"access_token\":\"ya29."
                      + forms.size()
                      + "\",\"expires_in\":3599,\"token_type\":\"Bearer\"}")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("content-type", "application/json");
          exchange.sendResponseHeaders(status, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    tokens = server;
  }

  @AfterEach
  void stop() {
    server().stop(0);
  }

  private HttpServer server() {
    return Objects.requireNonNull(tokens);
  }

  private CredentialConfig account() {
    String uri = "http://127.0.0.1:" + server().getAddress().getPort() + "/token";
    return new CredentialConfig(
        "sa", "", 1, "sa", false, new CloudIdentity.GoogleAccount(GoogleKey.json(uri)));
  }

  private static Provider vertex(CredentialConfig... accounts) {
    return Provider.of(
        Providers.config(
            ProviderType.VERTEX,
            ProviderType.VERTEX.dialects(),
            "https://aiplatform.googleapis.com",
            new CloudConfig("global", "my-project", ""),
            List.of(accounts)));
  }

  /** The headers of a request once it is authorized. */
  private static MultiMap authorized(Provider provider, CredentialConfig account) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    Future<Void> done =
        provider.authorize(
            new UpstreamRequest("POST", "/x", headers, Pieces.of(new byte[0]), account));
    if (done != null) {
      done.await();
    }
    return headers;
  }

  @ParameterizedTest
  @CsvSource({
    "GEMINI, gemini-3.1-pro, false, /v1, google/models/gemini-3.1-pro:generateContent",
    "GEMINI, gemini-3.1-pro, true, /v1, google/models/gemini-3.1-pro:streamGenerateContent?alt=sse",
    "MESSAGES, " + CLAUDE + ", false, /v1/messages, anthropic/models/" + CLAUDE + ":rawPredict",
    "MESSAGES, "
        + CLAUDE
        + ", true, /v1/messages, anthropic/models/"
        + CLAUDE
        + ":streamRawPredict",
    "MESSAGES, "
        + CLAUDE
        + ", false, /v1/messages/count_tokens, anthropic/models/count-tokens:rawPredict",
  })
  void aModelIsCalledUnderItsPublisher(
      Dialect dialect, String model, boolean stream, String path, String target) {
    assertThat(vertex().call(dialect, model, stream, path).target())
        .isEqualTo("/v1/projects/my-project/locations/global/publishers/" + target);
  }

  @Test
  void theModelIsInThePathButForTokensThatAreCounted() {
    assertThat(vertex().call(Dialect.MESSAGES, CLAUDE, true, "/v1/messages").shape())
        .isEqualTo(new BodyShape.CloudMessages("vertex-2023-10-16", Set.of("model"), false));
    assertThat(vertex().call(Dialect.MESSAGES, CLAUDE, false, "/v1/messages/count_tokens").shape())
        .isEqualTo(new BodyShape.CloudMessages("vertex-2023-10-16", Set.of(), false));
  }

  @ParameterizedTest
  @CsvSource({
    "global, https://aiplatform.googleapis.com",
    "us, https://aiplatform.us.rep.googleapis.com",
    "eu, https://aiplatform.eu.rep.googleapis.com",
    "us-east5, https://us-east5-aiplatform.googleapis.com",
  })
  void aLocationHasItsOwnHost(String location, String origin) {
    assertThat(ProviderType.VERTEX.defaultBaseUrl(location)).isEqualTo(origin);
  }

  @Test
  void aServiceAccountsTokenIsGotOnceAndSentWithEveryRequest() {
    CredentialConfig account = account();
    Provider vertex = vertex(account);
    for (int i = 0; i < 3; i++) {
      assertThat(authorized(vertex, account).get("authorization")).isEqualTo("Bearer ya29.1");
    }
    assertThat(forms).hasSize(1);
  }

  @Test
  void theTokenIsAskedForInTheAccountsNameForTheWholeCloud() {
    CredentialConfig account = account();
    authorized(vertex(account), account);
    String form = URLDecoder.decode(forms.get(0), StandardCharsets.UTF_8);
    assertThat(form).contains("grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer");
    String claims = form.substring(form.indexOf("assertion=") + 10).split("\\.", -1)[1];
    assertThat(new String(Base64.getUrlDecoder().decode(claims), StandardCharsets.UTF_8))
        .contains("\"iss\":\"a@p.iam.gserviceaccount.com\"")
        .contains("https://www.googleapis.com/auth/cloud-platform");
  }

  @ParameterizedTest
  @CsvSource({"400, true", "401, true", "403, true", "404, false"})
  void aTokenThatIsDeniedIsAFaultOfTheCredential(int answer, boolean refused) {
    status = answer;
    CredentialConfig account = account();
    assertThatThrownBy(() -> authorized(vertex(account), account))
        .isInstanceOf(CredentialException.class)
        .hasMessageNotContaining("assertion")
        .extracting(failure -> ((CredentialException) failure).refused())
        .isEqualTo(refused);
  }

  @Test
  void aKeyIsSentAsATokenWithoutBeingExchanged() {
    CredentialConfig key = new CredentialConfig("k", "ya29.own", 1, "k");
    assertThat(authorized(vertex(key), key).get("authorization")).isEqualTo("Bearer ya29.own");
    assertThat(forms).isEmpty();
  }

  @Test
  void theGeminiApiTakesAKeyInAHeaderOfItsOwn() {
    CredentialConfig key = new CredentialConfig("k", "AIza-1", 1, "k");
    MultiMap headers = authorized(Providers.of(ProviderType.GOOGLE), key);
    assertThat(headers.get("x-goog-api-key")).isEqualTo("AIza-1");
    assertThat(headers.contains("authorization")).isFalse();
  }
}
