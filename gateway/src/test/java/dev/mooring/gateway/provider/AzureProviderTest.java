package dev.mooring.gateway.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.aad.msal4j.HttpRequest;
import com.microsoft.aad.msal4j.HttpResponse;
import com.microsoft.aad.msal4j.IHttpClient;
import com.microsoft.aad.msal4j.IHttpResponse;
import dev.mooring.gateway.api.Pieces;
import dev.mooring.gateway.config.CloudConfig;
import dev.mooring.gateway.config.CloudIdentity;
import dev.mooring.gateway.config.CloudIdentity.EntraEndpoint;
import dev.mooring.gateway.config.CloudIdentity.EntraSecret;
import dev.mooring.gateway.config.CloudIdentity.EntraWorkload;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderType;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Azure: where its models are called, by a key or by an application of Entra. */
final class AzureProviderTest {
  private static final EntraEndpoint ENDPOINT =
      new EntraEndpoint("https://login.test", "https://cognitiveservices.test/.default");

  private final Entra entra = new Entra();
  @TempDir private Path folder;

  /** Entra as the library calls it. */
  private static final class Entra implements IHttpClient {
    final List<HttpRequest> requests = new CopyOnWriteArrayList<>();
    volatile int status = 200;
    volatile String token = "\"token-%d\"";

    @Override
    public IHttpResponse send(HttpRequest request) throws IOException {
      requests.add(request);
      if (status == 0) {
        throw new IOException("nobody there");
      }
      String body =
          status == 200
              ? "{\"token_type\":\"Bearer\",\"expires_in\":3600,\"access_token\":"
                  + token.formatted(requests.size())
                  + "}"
              : "{\"error\":\"invalid_client\",\"error_description\":\"AADSTS7000215: wrong\"}";
      HttpResponse response = new HttpResponse().statusCode(status).body(body);
      response.addHeaders(Map.of("Content-Type", List.of("application/json")));
      return response;
    }

    String form(int index) {
      return URLDecoder.decode(requests.get(index).body(), StandardCharsets.UTF_8);
    }
  }

  private static Provider at(String baseUrl, String apiVersion) {
    return Providers.of(
        ProviderType.AZURE,
        Set.of(Dialect.CHAT, Dialect.RESPONSES, Dialect.MESSAGES),
        baseUrl,
        new CloudConfig("", "", apiVersion));
  }

  private static MultiMap authorized(Provider provider, String target, CredentialConfig account) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    Future<Void> done =
        provider.authorize(
            new UpstreamRequest("POST", target, headers, Pieces.of(new byte[0]), account));
    if (done != null) {
      done.toCompletionStage().toCompletableFuture().orTimeout(5, TimeUnit.SECONDS).join();
    }
    return headers;
  }

  private AzureProvider with(CloudIdentity identity) {
    return new AzureProvider(
        Providers.config(
            ProviderType.AZURE,
            ProviderType.AZURE.dialects(),
            "https://r.openai.azure.com",
            CloudConfig.NONE,
            List.of(account(identity))),
        entra,
        InstantSource.system());
  }

  private static CredentialConfig account(CloudIdentity identity) {
    return new CredentialConfig("k", "", 1, "k", false, identity);
  }

  @ParameterizedTest
  @CsvSource({
    "https://r, , CHAT, /v1/chat/completions, /openai/v1/chat/completions",
    "https://r/openai, , CHAT, /v1/chat/completions, /openai/v1/chat/completions",
    "https://r/gate/openai, , RESPONSES, /v1/responses?x=y, /gate/openai/v1/responses?x=y",
    "https://r, , CHAT, /v1/embeddings, /openai/v1/embeddings",
    "https://r, preview, RESPONSES, /v1/responses, /openai/v1/responses?api-version=preview",
    "https://r, 2025-01-01, CHAT, /v1/chat/completions, /openai/deployments/d%201/chat/completions?api-version=2025-01-01",
    "https://r, 2025-01-01, CHAT, /v1/embeddings?x=y, /openai/deployments/d%201/embeddings?x=y&api-version=2025-01-01",
    "https://r, 2025-01-01, RESPONSES, /v1/responses, /openai/responses?api-version=2025-01-01",
    "https://r, , MESSAGES, /v1/messages?beta=true, /anthropic/v1/messages?beta=true",
    "https://r/anthropic, , MESSAGES, /v1/messages, /anthropic/v1/messages",
  })
  void aDeploymentIsCalledByTheV1PathOrWithADatedVersionByItsOwn(
      String baseUrl, String apiVersion, Dialect dialect, String path, String target) {
    Provider azure = at(baseUrl, apiVersion == null ? "" : apiVersion);
    assertThat(azure.call(dialect, "d 1", false, path).target()).isEqualTo(target);
  }

  @Test
  void aKeyGoesInTheHeaderOfTheServiceThatIsCalled() {
    Provider azure = at("https://r", "");
    CredentialConfig key = new CredentialConfig("k", "secret", 1, "k");
    MultiMap openAi = authorized(azure, "/openai/v1/responses", key);
    assertThat(openAi.get("api-key")).isEqualTo("secret");
    assertThat(openAi.size()).isEqualTo(1);
    MultiMap claude = authorized(azure, "/anthropic/v1/messages", key);
    assertThat(claude.get("x-api-key")).isEqualTo("secret");
    assertThat(claude.get("anthropic-version")).isEqualTo("2023-06-01");
    assertThat(claude.contains("api-key")).isFalse();
  }

  @Test
  void anApplicationsTokenIsFetchedOnceAndUsedAsABearerToken() {
    EntraSecret identity = new EntraSecret("tenant", "client", "hush", ENDPOINT);
    AzureProvider azure = with(identity);
    for (int i = 0; i < 3; i++) {
      MultiMap headers = authorized(azure, "/openai/v1/responses", account(identity));
      assertThat(headers.get("authorization")).isEqualTo("Bearer token-1");
      assertThat(headers.size()).isEqualTo(1);
    }
    assertThat(entra.requests).hasSize(1);
    assertThat(entra.requests.get(0).url())
        .hasToString("https://login.test/tenant/oauth2/v2.0/token");
    assertThat(entra.form(0))
        .contains("grant_type=client_credentials")
        .contains("client_id=client")
        .contains("client_secret=hush")
        .contains("https://cognitiveservices.test/.default");
  }

  @Test
  void aWorkloadShowsTheTokenOfItsServiceAccount() throws IOException {
    Path file = Files.writeString(folder.resolve("token"), "account-token\n");
    EntraWorkload identity = new EntraWorkload("tenant", "client", file.toString(), ENDPOINT);
    assertThat(
            authorized(with(identity), "/openai/v1/responses", account(identity))
                .get("authorization"))
        .isEqualTo("Bearer token-1");
    assertThat(entra.form(0))
        .contains("client_assertion=account-token&")
        .contains("client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401})
  void whatEntraRefusesIsARefusedCredential(int status) {
    entra.status = status;
    assertThat(failure().refused()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 503})
  void whatEntraDoesNotAnswerIsNoRefusal(int status) {
    entra.status = status;
    assertThat(failure().refused()).isFalse();
  }

  private CredentialException failure() {
    EntraSecret identity = new EntraSecret("tenant", "client", "hush", ENDPOINT);
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    UpstreamRequest request =
        new UpstreamRequest("POST", "/", headers, Pieces.of(new byte[0]), account(identity));
    Future<Void> done = Objects.requireNonNull(with(identity).authorize(request));
    Throwable told =
        done.toCompletionStage()
            .toCompletableFuture()
            .orTimeout(5, TimeUnit.SECONDS)
            .handle((unused, failure) -> failure)
            .join();
    assertThat(headers.isEmpty()).isTrue();
    assertThat(told).isInstanceOf(CredentialException.class);
    return (CredentialException) told;
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"null", "\"\"", "\"a b\"", "\"a\\r\\nb: c\"", "\"\u00e9\""})
  void anAnswerWithoutASoundTokenIsNoneAndNotKept(String answered) {
    CloudIdentity secret = new EntraSecret("tenant", "client", "hush", ENDPOINT);
    AzureProvider azure = with(secret);
    entra.token = answered;
    assertThatThrownBy(() -> authorized(azure, "/openai/v1/responses", account(secret)))
        .hasRootCauseInstanceOf(CredentialException.class);
    entra.token = "\"token-%d\"";
    assertThat(authorized(azure, "/openai/v1/responses", account(secret)).get("authorization"))
        .isEqualTo("Bearer token-2");
  }
}
