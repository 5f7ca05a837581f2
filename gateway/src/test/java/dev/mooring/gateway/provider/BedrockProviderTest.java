package dev.mooring.gateway.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.api.Pieces;
import dev.mooring.gateway.config.CloudConfig;
import dev.mooring.gateway.config.CloudIdentity;
import dev.mooring.gateway.config.CloudIdentity.AwsChain;
import dev.mooring.gateway.config.CloudIdentity.AwsKeys;
import dev.mooring.gateway.config.CredentialConfig;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.config.ProviderType;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bedrock: how requests are signed, and by whose keys. */
final class BedrockProviderTest {
  private static final Instant TIME = Instant.parse("2026-11-30T01:02:03Z");
  private static final String FILE_PROPERTY = "aws.sharedCredentialsFile";

  @TempDir private Path folder;

  @BeforeEach
  void writeProfiles() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("credentials"),
            """
            [work]
            aws_access_key_id = AKIDWORK
            aws_secret_access_key = secret-of-work
            aws_session_token = token-of-work
            """);
    System.setProperty(FILE_PROPERTY, file.toString());
  }

  @AfterEach
  void forgetProfiles() {
    System.clearProperty(FILE_PROPERTY);
  }

  private static @Nullable Future<Void> authorize(
      MultiMap headers, String target, CredentialConfig credential) {
    BedrockProvider bedrock =
        new BedrockProvider(
            Providers.config(
                ProviderType.BEDROCK,
                ProviderType.BEDROCK.dialects(),
                "http://127.0.0.1:8080",
                new CloudConfig("eu-west-1", "", ""),
                List.of(credential)),
            () -> TIME);
    return bedrock.authorize(
        new UpstreamRequest("POST", target, headers, Pieces.of("{}".getBytes(UTF_8)), credential));
  }

  private static CredentialConfig account(CloudIdentity identity) {
    return new CredentialConfig("k", "", 1, "k", false, identity);
  }

  private static MultiMap jsonHeaders() {
    return MultiMap.caseInsensitiveMultiMap().set("content-type", "application/json");
  }

  @Test
  void aKeyGoesAsABearerToken() {
    MultiMap headers = jsonHeaders();
    CredentialConfig key = new CredentialConfig("k", "bearer-key", 1, "k");
    assertThat(authorize(headers, "/model/m/converse", key)).isNull();
    assertThat(headers.get("authorization")).isEqualTo("Bearer bearer-key");
    assertThat(headers.contains("x-amz-date")).isFalse();
  }

  @Test
  void keysOfAnAccountSignAtOnceForTheRegionAndTheHostThatIsCalled() {
    MultiMap headers = jsonHeaders();
    AwsKeys keys = new AwsKeys("AKID", "secret", "");
    assertThat(authorize(headers, "/model/m%3A0/converse", account(keys))).isNull();
    MultiMap expected = jsonHeaders();
    new AwsSigner("eu-west-1", "bedrock")
        .sign(
            new UpstreamRequest(
                "POST",
                "/model/m%3A0/converse",
                expected,
                Pieces.of("{}".getBytes(UTF_8)),
                account(keys)),
            "127.0.0.1:8080",
            keys,
            TIME);
    assertThat(headers.get("authorization"))
        .startsWith("AWS4-HMAC-SHA256 Credential=AKID/20261130/eu-west-1/bedrock/aws4_request,")
        .isEqualTo(expected.get("authorization"));
  }

  @Test
  void theKeysOfAProfileAreFoundAndSign() {
    MultiMap headers = jsonHeaders();
    await(authorize(headers, "/model/m/converse", account(new AwsChain("work", ""))));
    assertThat(headers.get("authorization")).contains("Credential=AKIDWORK/20261130/");
    assertThat(headers.get("x-amz-security-token")).isEqualTo("token-of-work");
  }

  @Test
  void aProfileThatIsNotThereIsNoKeyThatIsRefused() {
    MultiMap headers = jsonHeaders();
    Future<Void> done =
        authorize(headers, "/model/m/converse", account(new AwsChain("nobody", "")));
    Throwable told =
        Objects.requireNonNull(done)
            .toCompletionStage()
            .toCompletableFuture()
            .orTimeout(5, TimeUnit.SECONDS)
            .handle((unused, failure) -> failure)
            .join();
    assertThat(told)
        .isInstanceOfSatisfying(
            CredentialException.class, failure -> assertThat(failure.refused()).isFalse());
    assertThat(headers.contains("authorization")).isFalse();
  }

  @Test
  void theAnswerIsAcceptedAsItIsFramed() {
    Provider bedrock = Providers.of(ProviderType.BEDROCK);
    CredentialConfig key = new CredentialConfig("k", "bearer-key", 1, "k");
    for (Dialect dialect : bedrock.dialects("claude-sonnet-5")) {
      MultiMap stream = MultiMap.caseInsensitiveMultiMap().set("accept", "text/event-stream");
      authorize(stream, bedrock.call(dialect, "m", true, dialect.path()).target(), key);
      assertThat(stream.get("accept")).isEqualTo("application/vnd.amazon.eventstream");
      MultiMap whole = MultiMap.caseInsensitiveMultiMap().set("accept", "*/*");
      authorize(whole, bedrock.call(dialect, "m", false, dialect.path()).target(), key);
      assertThat(whole.get("accept")).isEqualTo("application/json");
    }
  }

  private static void await(@Nullable Future<Void> done) {
    Objects.requireNonNull(done)
        .toCompletionStage()
        .toCompletableFuture()
        .orTimeout(5, TimeUnit.SECONDS)
        .join();
  }
}
