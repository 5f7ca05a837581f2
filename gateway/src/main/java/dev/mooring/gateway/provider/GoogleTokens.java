package dev.mooring.gateway.provider;

import com.google.api.client.http.HttpResponseException;
import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.auth.oauth2.ServiceAccountCredentials;
import dev.mooring.gateway.config.CloudIdentity;
import dev.mooring.gateway.provider.Renewed.Issued;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The access tokens of one Google identity, as Google's own library gets them. */
final class GoogleTokens {
  private static final String SCOPE = "https://www.googleapis.com/auth/cloud-platform";

  /** How long a token lasts whose end is not told. */
  private static final Duration USUAL_LIFE = Duration.ofMinutes(30);

  private GoogleTokens() {}

  /**
   * The tokens of an identity.
   *
   * @param name what the log calls them
   */
  static Renewed<String> of(String name, CloudIdentity.Google identity, InstantSource clock) {
    return new Renewed<>(
        name,
        () -> CompletableFuture.completedStage(fetch(identity, clock)),
        TokenThreads.POOL,
        clock);
  }

  /** Gets a token; blocks. */
  private static Issued<String> fetch(CloudIdentity.Google identity, InstantSource clock) {
    try {
      AccessToken token = credentials(identity).createScoped(SCOPE).refreshAccessToken();
      return new Issued<>(
          TokenText.checked(token.getTokenValue()),
          token.getExpirationTime() == null
              ? clock.instant().plus(USUAL_LIFE)
              : token.getExpirationTime().toInstant());
    } catch (IOException failure) {
      throw refusal(failure);
    }
  }

  private static GoogleCredentials credentials(CloudIdentity.Google identity) throws IOException {
    if (identity instanceof CloudIdentity.GoogleAccount account) {
      byte[] json = account.json().getBytes(StandardCharsets.UTF_8);
      return ServiceAccountCredentials.fromStream(new ByteArrayInputStream(json));
    }
    return GoogleCredentials.getApplicationDefault();
  }

  /** What a failure means: its own words may hold the request. */
  private static CredentialException refusal(IOException failure) {
    int status = status(failure);
    if (status == 0) {
      return new CredentialException(
          "Google's token endpoint cannot be reached, or knows no identity", false);
    }
    boolean refused = status == 400 || status == 401 || status == 403;
    return new CredentialException("Google's token endpoint answered " + status, refused);
  }

  /** The status that an endpoint answered with; 0 where none did. */
  private static int status(@Nullable Throwable failure) {
    if (failure == null) {
      return 0;
    }
    return failure instanceof HttpResponseException answered
        ? answered.getStatusCode()
        : status(failure.getCause());
  }
}
