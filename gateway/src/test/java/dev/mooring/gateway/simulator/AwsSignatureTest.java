package dev.mooring.gateway.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which signatures let a request in; the right one was computed apart from this code. */
final class AwsSignatureTest {
  private static final String PATH = "/model/us.anthropic.claude-sonnet-5-v1%3A0/converse";
  private static final String BODY =
      "{\"messages\":[{\"role\":\"user\",\"content\":[{\"text\":\"hé\"}]}]}";
  private static final String KEY = "AKIDEXAMPLE:wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
  private static final String SIGNATURE =
      "44149b96433d0dede9dda2e65a161d4af9d4d20bdb8aca02e75be81fe082ed35";

  private static final String SIGNED = "content-type;host;x-amz-date;x-amz-security-token";
  private static final String HTTP2 =
      "754b6814995a5789072307f038cf404f39d6d49196af04de5b5da1ab4b63c56c";

  @RegisterExtension
  final RunningSimulator running =
      new RunningSimulator(SimulatedKey.of("a", KEY), SimulatedKey.of("b", "AKIDUNCHECKED"));

  @Test
  void theRightSignatureOfTheRightBytesLetsIn() throws IOException {
    assertThat(answer("AKIDEXAMPLE", SIGNATURE, BODY)).startsWith("HTTP/1.1 200");
    assertThat(running.last().credential()).isEqualTo("a");
  }

  @Test
  void anotherSignatureOrBodyDoesNot() throws IOException {
    String other = SIGNATURE.replace('4', '5');

    assertThat(answer("AKIDEXAMPLE", other, BODY))
        .startsWith("HTTP/1.1 403")
        .contains("InvalidSignatureException");
    assertThat(answer("AKIDEXAMPLE", SIGNATURE, BODY.replace("hé", "he")))
        .contains("InvalidSignatureException");
    assertThat(answer("AKIDOTHER", SIGNATURE, BODY)).contains("UnrecognizedClientException");
  }

  @Test
  void withoutASecretOnlyTheFormCounts() throws IOException {
    assertThat(answer("AKIDUNCHECKED", SIGNATURE, BODY)).startsWith("HTTP/1.1 200");
    assertThat(answer("AKIDUNCHECKED", "abc", BODY)).contains("MissingAuthenticationToken");
  }

  @Test
  void overHttp2TheAuthorityIsTheHost() throws Exception {
    HttpClientOptions http2 =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false);
    RequestOptions target =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setServer(SocketAddress.inetSocketAddress(running.simulator().port(), "127.0.0.1"))
            .setHost("bedrock.example")
            .setPort(8443)
            .setURI(PATH)
            .putHeader("x-amz-date", "20261130T060000Z")
            .putHeader(
                "authorization", authorization("AKIDEXAMPLE", ":authority;x-amz-date", HTTP2));
    // One that nobody holds is closed by the collector, with the request that is under way.
    HttpClient client = running.vertx().createHttpClient(http2);
    int status =
        client
            .request(target)
            .compose(request -> request.send(Buffer.buffer(BODY)))
            .map(HttpClientResponse::statusCode)
            .toCompletionStage()
            .toCompletableFuture()
            .get(10, TimeUnit.SECONDS);

    client.close();
    assertThat(status).isEqualTo(200);
  }

  private static String authorization(String accessKey, String signed, String signature) {
    return "AWS4-HMAC-SHA256 Credential=%s/20261130/eu-central-1/bedrock/aws4_request, SignedHeaders=%s, Signature=%s"
        .formatted(accessKey, signed, signature);
  }

  private String answer(String accessKey, String signature, String body) throws IOException {
    String headers =
        "Content-Type: application/json\r\n"
            + "Host: bedrock-runtime.eu-central-1.amazonaws.com\r\n"
            + "X-Amz-Date: 20261130T060000Z\r\n"
            + "X-Amz-Security-Token: tok  en\r\n"
            + "Connection: close\r\n"
            + "Authorization: "
            + authorization(accessKey, SIGNED, signature)
            + "\r\n";
    return RawCall.post(running.simulator().port(), PATH, headers, body, 2000).text();
  }
}
