package dev.mooring.gateway.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.api.Pieces;
import dev.mooring.gateway.config.CloudIdentity.AwsKeys;
import dev.mooring.gateway.config.CredentialConfig;
import io.vertx.core.MultiMap;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;

/** AWS's signatures: as AWS publishes them, and as its own library makes them. */
final class AwsSignerTest {
  private static final AwsKeys PUBLISHED =
      new AwsKeys("AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "");
  private static final String LETTERS = "abcXYZ019-_.~:/%+ =&@,;()'*!$\u00fc\u4e2d";

  /** The published cases of AWS's test suite (awslabs/aws-c-auth, read 2026-11). */
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          GET  | /                             | -                       | -             | 5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31
          POST | /                             | -                       | -             | 5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b
          GET  | /?Param2=value2&Param1=value1 | -                       | -             | b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500
          GET  | /\u1234                       | -                       | -             | 8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85
          GET  | /?\u1234=bar                  | -                       | -             | 2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04
          GET  | /                             | my-header1= value1;my-header2= "a   b   c" | - | acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736
          GET  | / | x-amz-security-token=6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267 | - | 07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8
          POST | / | content-type=application/x-www-form-urlencoded;content-length=13;x-amz-content-sha256=9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e | Param1=value1 | d3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b
          """)
  void aRequestIsSignedAsAwsPublishesIt(
      String method, String target, String headers, String body, String signature) {
    SortedMap<String, String> signed = new TreeMap<>();
    signed.put("host", "example.amazonaws.com");
    signed.put("x-amz-date", "20150830T123600Z");
    for (String header : headers == null ? new String[0] : headers.split(";")) {
      int equals = header.indexOf('=');
      signed.put(header.substring(0, equals), header.substring(equals + 1));
    }
    byte[] bytes = (body == null ? "" : body).getBytes(UTF_8);
    assertThat(
            new AwsSigner("us-east-1", "service")
                .authorization(method, target, signed, AwsSigner.hash(bytes), PUBLISHED))
        .isEqualTo(
            "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,"
                + " SignedHeaders="
                + String.join(";", signed.keySet())
                + ", Signature="
                + signature);
  }

  @Test
  void dateHashAndTokenAreWrittenAndSignedInPlaceOfACallersOwn() {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    headers.set("x-amz-security-token", "of the caller").set("accept", "any");
    UpstreamRequest request =
        new UpstreamRequest(
            "GET", "/", headers, Pieces.of(new byte[0]), new CredentialConfig("k", "", 1, "k"));
    AwsKeys keys = new AwsKeys(PUBLISHED.accessKeyId(), PUBLISHED.secretAccessKey(), "token");
    new AwsSigner("us-east-1", "service")
        .sign(request, "example.amazonaws.com", keys, Instant.parse("2015-08-30T12:36:00.999Z"));
    assertThat(headers.get("x-amz-date")).isEqualTo("20150830T123600Z");
    assertThat(headers.getAll("x-amz-security-token")).containsExactly("token");
    assertThat(headers.get("x-amz-content-sha256"))
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    assertThat(headers.get("authorization"))
        .contains("SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,");
  }

  @Test
  void theKeyOfADayIsNotThatOfTheNextNorOfAnotherSecret() {
    AwsSigner signer = new AwsSigner("us-east-1", "service");
    String first = signature(signer, PUBLISHED, "20150830T123600Z");
    String nextDay = signature(signer, PUBLISHED, "20150831T123600Z");
    String other = signature(signer, new AwsKeys("AKIDEXAMPLE", "other", ""), "20150830T123600Z");
    assertThat(first).isNotEqualTo(nextDay).isNotEqualTo(other);
    assertThat(signature(signer, PUBLISHED, "20150830T123600Z")).isEqualTo(first);
    assertThat(signature(new AwsSigner("us-east-1", "service"), PUBLISHED, "20150831T123600Z"))
        .isEqualTo(nextDay);
  }

  private static String signature(AwsSigner signer, AwsKeys keys, String date) {
    SortedMap<String, String> signed = new TreeMap<>(Map.of("host", "h", "x-amz-date", date));
    String authorization = signer.authorization("GET", "/", signed, "hash", keys);
    return authorization.substring(authorization.lastIndexOf('='));
  }

  static LongStream seeds() {
    return LongStream.range(0, 200);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anyRequestIsSignedAsAwssOwnLibrarySignsIt(long seed) {
    Random random = new Random(seed);
    String path = "/model/" + PathSegment.of(text(random)) + "/" + PathSegment.of(text(random));
    StringBuilder query = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      query.append(query.isEmpty() ? '?' : '&');
      query.append(PathSegment.of(text(random))).append('=').append(PathSegment.of(text(random)));
    }
    byte[] body = ("{\"text\":\"" + text(random) + "\"}").getBytes(UTF_8);
    AwsKeys keys =
        new AwsKeys("AKID" + seed, "secret/+" + seed, random.nextBoolean() ? "token" + seed : "");
    Instant time = Instant.ofEpochSecond(1_700_000_000L + random.nextInt(100_000_000));
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    headers.set("content-type", random.nextBoolean() ? "application/json" : " a;  b=c ");
    UpstreamRequest request =
        new UpstreamRequest(
            "POST", path + query, headers, Pieces.of(body), new CredentialConfig("k", "", 1, "k"));
    new AwsSigner("eu-west-1", "bedrock").sign(request, "bedrock.example:8443", keys, time);
    assertThat(headers.get("authorization")).isEqualTo(bySdk(request, keys, time));
  }

  private static String bySdk(UpstreamRequest request, AwsKeys keys, Instant time) {
    SdkHttpRequest unsigned =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(URI.create("https://bedrock.example:8443" + request.target()))
            .putHeader("content-type", request.headers().get("content-type"))
            .build();
    AwsCredentialsIdentity identity =
        keys.sessionToken().isEmpty()
            ? AwsCredentialsIdentity.create(keys.accessKeyId(), keys.secretAccessKey())
            : AwsSessionCredentialsIdentity.create(
                keys.accessKeyId(), keys.secretAccessKey(), keys.sessionToken());
    return AwsV4HttpSigner.create()
        .sign(
            ask ->
                ask.identity(identity)
                    .request(unsigned)
                    .payload(() -> new ByteArrayInputStream(request.body().bytes()))
                    .putProperty(AwsV4HttpSigner.REGION_NAME, "eu-west-1")
                    .putProperty(AwsV4FamilyHttpSigner.SERVICE_SIGNING_NAME, "bedrock")
                    .putProperty(HttpSigner.SIGNING_CLOCK, Clock.fixed(time, ZoneOffset.UTC)))
        .request()
        .firstMatchingHeader("Authorization")
        .orElseThrow();
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 1 + random.nextInt(12); i > 0; i--) {
      text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return text.toString();
  }
}
