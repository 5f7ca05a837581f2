package dev.mooring.gateway.provider;

import com.microsoft.aad.msal4j.ClientCredentialFactory;
import com.microsoft.aad.msal4j.ClientCredentialParameters;
import com.microsoft.aad.msal4j.ConfidentialClientApplication;
import com.microsoft.aad.msal4j.IAuthenticationResult;
import com.microsoft.aad.msal4j.IClientCredential;
import com.microsoft.aad.msal4j.IHttpClient;
import com.microsoft.aad.msal4j.MsalServiceException;
import dev.mooring.gateway.config.CloudIdentity.Entra;
import dev.mooring.gateway.config.CloudIdentity.EntraSecret;
import dev.mooring.gateway.config.CloudIdentity.EntraWorkload;
import java.net.MalformedURLException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The tokens of one application of Microsoft Entra. */
final class EntraTokens implements Renewed.Source<String> {
  private static final int CONNECT_MILLIS = 5_000;
  private static final int READ_MILLIS = 10_000;

  private final Entra identity;
  private final IClientCredential credential;
  private final @Nullable IHttpClient http;

  /**
   * @param http what to call Entra by; null for the library's own
   */
  EntraTokens(Entra identity, @Nullable IHttpClient http) {
    this.identity = identity;
    this.credential = credential(identity);
    this.http = http;
  }

  @Override
  public CompletionStage<Renewed.Issued<String>> fetch() {
    ClientCredentialParameters asked =
        ClientCredentialParameters.builder(Set.of(identity.endpoint().scope()))
            .skipCache(true)
            .build();
    return application()
        .acquireToken(asked)
        .handle(
            (result, failure) -> {
              if (failure != null) {
                throw told(failure);
              }
              return issued(result);
            });
  }

  /** What shows that the application is who it says; a service account's token is read anew. */
  private static IClientCredential credential(Entra identity) {
    if (identity instanceof EntraSecret secret) {
      return ClientCredentialFactory.createFromSecret(secret.clientSecret());
    }
    Path file = Path.of(((EntraWorkload) identity).tokenFile());
    return ClientCredentialFactory.createFromCallback(() -> Files.readString(file).strip());
  }

  private static Renewed.Issued<String> issued(IAuthenticationResult result) {
    return new Renewed.Issued<>(
        TokenText.checked(result.accessToken()), result.expiresOnDate().toInstant());
  }

  private ConfidentialClientApplication application() {
    try {
      ConfidentialClientApplication.Builder builder =
          ConfidentialClientApplication.builder(identity.clientId(), credential)
              .authority(identity.endpoint().authority() + "/" + identity.tenantId() + "/")
              .instanceDiscovery(false)
              .disableInternalRetries()
              .executorService(TokenThreads.POOL);
      if (http == null) {
        builder
            .connectTimeoutForDefaultHttpClient(CONNECT_MILLIS)
            .readTimeoutForDefaultHttpClient(READ_MILLIS);
      } else {
        builder.httpClient(http);
      }
      return builder.build();
    } catch (MalformedURLException e) {
      throw CredentialException.refused(e);
    }
  }

  /** A failure, by what Entra answered. */
  private static CredentialException told(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    boolean refused =
        cause instanceof MsalServiceException service
            && service.statusCode() != null
            && (service.statusCode() == 400
                || service.statusCode() == 401
                || service.statusCode() == 403);
    Throwable told = cause == null ? failure : cause;
    return refused ? CredentialException.refused(told) : CredentialException.unreachable(told);
  }
}
