package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.SimulatorConfig;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that speak an older or a newer HTTP. */
class HttpVersionsTest {
  private static Wire wire;

  @BeforeAll
  static void start() {
    String config = TwoProviders.CONFIG.replace("@1", "@0");
    wire = Wire.of("server: { port: 0, maxBodyBytes: 50000 }\n" + config, SimulatorConfig.DEFAULTS);
  }

  @AfterAll
  static void stop() {
    wire.close();
  }

  @ParameterizedTest
  @EnumSource
  void anHttp10ClientGetsAStreamWithoutChunksThatEndsWithTheConnection(ApiCall api) {
    byte[] body = api.body("old", "\"stream\":true").getBytes(StandardCharsets.UTF_8);
    try (RawClient client = RawClient.to(wire)) {
      client.send(
          "POST " + api.path() + " HTTP/1.0\r\ncontent-length: " + body.length + "\r\n\r\n");
      RawClient.RawAnswer answer = client.send(body).answer();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("transfer-encoding")).isEmpty();
      assertThat(answer.body()).startsWith(api == ApiCall.CHAT ? "data: {" : "event: ");
      assertThat(client.ends()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anHttp2ClientIsServedAndRefusedAlike(ApiCall api) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    String whole = api.body("new");
    for (int i = 0; i < 2; i++) {
      HttpResponse<String> answer = client.send(request(api, whole), asText());
      assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.headers().firstValue("x-mooring-request-id")).isPresent();
    }
    String stream = api.body("new", "\"stream\":true");
    assertThat(client.send(request(api, stream), asText()).body()).contains("data: {");
    assertThat(client.send(request(api, "{"), asText()).statusCode()).isEqualTo(400);
    HttpResponse<String> large = client.send(request(api, api.body("x".repeat(60_000))), asText());
    assertThat(large.statusCode()).isEqualTo(413);
    assertThat(client.send(request(api, whole), asText()).statusCode()).isEqualTo(200);
  }

  @Test
  void aRefusedHttp2UploadLeavesTheOthersOfItsConnectionAlone() {
    HttpClientOptions options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false);
    io.vertx.core.http.HttpClient client =
        wire.vertx().createHttpClient(options, new PoolOptions().setHttp2MaxSize(1));
    String body = ApiCall.CHAT.body("new");
    HttpClientRequest innocent = Wire.await(client.request(upload(body.length())));
    Wire.await(innocent.write(body.substring(0, 10)));
    HttpClientRequest large = Wire.await(client.request(upload(1 << 30)));
    large.putHeader("expect", "100-continue");
    Wire.await(large.writeHead());
    assertThat(Wire.await(large.response()).statusCode()).isEqualTo(413);
    assertThat(large.connection()).isSameAs(innocent.connection());
    Awaitility.await().pollDelay(Duration.ofMillis(800)).until(() -> true);
    Wire.await(innocent.end(body.substring(10)));
    assertThat(Wire.await(innocent.response()).statusCode()).isEqualTo(200);
    Wire.await(client.close());
  }

  private static RequestOptions upload(int bytes) {
    return new RequestOptions()
        .setMethod(HttpMethod.POST)
        .setAbsoluteURI(wire.request(ApiCall.CHAT.path()).build().uri().toString())
        .putHeader("content-type", "application/json")
        .putHeader("content-length", String.valueOf(bytes));
  }

  private static HttpResponse.BodyHandler<String> asText() {
    return HttpResponse.BodyHandlers.ofString();
  }

  private static HttpRequest request(ApiCall api, String body) {
    return wire.request(api.path()).POST(HttpRequest.BodyPublishers.ofString(body)).build();
  }
}
