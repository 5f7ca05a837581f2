package dev.mooring.gateway.provider;

import dev.mooring.gateway.config.CloudIdentity.AwsChain;
import dev.mooring.gateway.config.CloudIdentity.AwsKeys;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.model.Credentials;

/** The keys of whoever AWS's own tools find, or of the role that it takes on. */
final class AwsCredentials implements Renewed.Source<AwsKeys> {
  /** How long keys are used whose end is not told: files may change. */
  private static final Duration USUAL_LIFE = Duration.ofMinutes(15);

  private final AwsChain identity;
  private final String region;
  private final InstantSource clock;

  /** Made when it is first asked, since making it reads files. */
  private @Nullable AwsCredentialsProvider chain;

  /**
   * @param region where roles are asked for
   */
  AwsCredentials(AwsChain identity, String region, InstantSource clock) {
    this.identity = identity;
    this.region = region;
    this.clock = clock;
  }

  @Override
  public CompletionStage<Renewed.Issued<AwsKeys>> fetch() {
    try {
      AwsCredentialsProvider known = chain;
      if (known == null) {
        known =
            identity.profile().isEmpty()
                ? DefaultCredentialsProvider.builder().build()
                : ProfileCredentialsProvider.create(identity.profile());
        chain = known;
      }
      return CompletableFuture.completedStage(
          identity.roleArn().isEmpty() ? found(known) : ofRole(known));
    } catch (SdkException e) {
      throw told(e);
    }
  }

  private Renewed.Issued<AwsKeys> found(AwsCredentialsProvider from) {
    AwsCredentialsIdentity found = from.resolveCredentials();
    String token =
        found instanceof AwsSessionCredentialsIdentity session ? session.sessionToken() : "";
    Instant expires = found.expirationTime().orElseGet(() -> clock.instant().plus(USUAL_LIFE));
    return new Renewed.Issued<>(
        new AwsKeys(found.accessKeyId(), found.secretAccessKey(), token), expires);
  }

  private Renewed.Issued<AwsKeys> ofRole(AwsCredentialsProvider as) {
    try (StsClient sts =
        StsClient.builder()
            .credentialsProvider(as)
            .region(Region.of(region))
            .httpClient(UrlConnectionHttpClient.create())
            .build()) {
      Credentials issued =
          sts.assumeRole(role -> role.roleArn(identity.roleArn()).roleSessionName("mooring"))
              .credentials();
      return new Renewed.Issued<>(
          new AwsKeys(issued.accessKeyId(), issued.secretAccessKey(), issued.sessionToken()),
          issued.expiration());
    }
  }

  private static CredentialException told(SdkException failure) {
    boolean refused =
        failure instanceof AwsServiceException service
            && service.statusCode() >= 400
            && service.statusCode() <= 403;
    return refused
        ? CredentialException.refused(failure)
        : CredentialException.unreachable(failure);
  }
}
