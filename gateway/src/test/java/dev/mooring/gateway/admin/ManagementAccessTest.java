package dev.mooring.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.simulator.SimulatorConfig;
import dev.mooring.gateway.wire.Answer;
import dev.mooring.gateway.wire.RawClient;
import dev.mooring.gateway.wire.Wire;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who may use the admin API and the console (contract, section 1). */
class ManagementAccessTest {
  private static final String MODELS =
      """
      providers: [{ id: p, type: openai-compatible, baseUrl: "@0" }]
      models: [{ id: m, targets: [{ provider: p, model: m }] }]
      """;

  private static Wire open;
  private static Wire guarded;

  @BeforeAll
  static void start() {
    open = Wire.of(MODELS, SimulatorConfig.DEFAULTS);
    guarded =
        Wire.of(
            "management: { port: 0, token: the-management-token }\n" + MODELS,
            SimulatorConfig.DEFAULTS);
  }

  @AfterAll
  static void stop() {
    open.close();
    guarded.close();
  }

  @Test
  void theTokenOpensTheAdminApiAndNothingElseDoes() {
    assertThat(guarded.manage("/admin/v1/overview").status()).isEqualTo(401);
    assertThat(overview("authorization", "Bearer wrong").status()).isEqualTo(401);
    assertThat(overview("cookie", "mooring_console=").status()).isEqualTo(401);
    assertThat(overview("cookie", "mooring_console=99999999999.AAAA").status()).isEqualTo(401);
    assertThat(overview("authorization", "Bearer the-management-token").status()).isEqualTo(200);
  }

  @Test
  void aLoginLastsTwelveHoursAndIsOutOfReachOfScripts() {
    Answer login = login("the-management-token");
    assertThat(login.status()).isEqualTo(204);
    String cookie = login.header("set-cookie");
    assertThat(cookie).contains("HTTPOnly", "SameSite=Strict", "Path=/", "Max-Age=43200");
    assertThat(cookie).doesNotContain("the-management-token");

    String presented = cookie.substring(0, cookie.indexOf(';'));
    assertThat(overview("cookie", presented).status()).isEqualTo(200);

    guarded.clock().advance(Duration.ofHours(12));
    assertThat(overview("cookie", presented).status()).isEqualTo(401);
  }

  @Test
  void aWrongTokenIsNoLogin() {
    assertThat(login("the-management-tokem").status()).isEqualTo(401);
    assertThat(login("").status()).isEqualTo(401);
    assertThat(post(guarded, "/admin/v1/login", "{}").status()).isEqualTo(400);
    assertThat(post(guarded, "/admin/v1/login", "no json").status()).isEqualTo(400);
    assertThat(post(guarded, "/admin/v1/login", "{\"token\":7}").status()).isEqualTo(400);
  }

  @Test
  void withTheCookieAChangeNeedsTheHeaderThatNoOtherSiteCanSet() {
    String cookie = login("the-management-token").header("set-cookie");
    String presented = cookie.substring(0, cookie.indexOf(';'));

    Answer forged = post(guarded, "/admin/v1/logout", "", "cookie", presented);
    assertThat(forged.status()).isEqualTo(401);
    assertThat(forged.text()).contains("x-mooring-console");
    Answer meant =
        post(guarded, "/admin/v1/logout", "", "cookie", presented, "x-mooring-console", "1");
    assertThat(meant.status()).isEqualTo(204);
    assertThat(meant.header("set-cookie")).startsWith("mooring_console=;").contains("Max-Age=0");
  }

  @Test
  void withoutATokenOnlyThisMachinesNamesAreAnswered() {
    assertThat(open.manage("/admin/v1/overview").status()).isEqualTo(200);
    try (RawClient client = RawClient.to(open.gateway().managementPort())) {
      client.send("GET /admin/v1/overview HTTP/1.1\r\nhost: rebound.example\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(403);
      client.send("GET /admin/v1/overview HTTP/1.1\r\nhost: localhost:9090\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
      client.send("GET /admin/v1/overview HTTP/1.1\r\nhost: [::1]:9090\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void whatIsNoHttpIsRefusedInTheShapeOfTheAdminApi() {
    String line =
        "GET /admin/v1/sessions?cursor=" + "a".repeat(5_000) + " HTTP/1.1\r\nhost: localhost";
    String header = "GET /admin/v1/sessions HTTP/1.1\r\nx-long: " + "a".repeat(9_000);
    String colon = "GET /admin/v1/sessions HTTP/1.1\r\nno colon";
    Map.of(line, 414, header, 431, colon, 400)
        .forEach(
            (head, status) -> {
              try (RawClient client = RawClient.to(open.gateway().managementPort())) {
                RawClient.RawAnswer answer = client.send(head + "\r\n\r\n").answer();
                assertThat(answer.status()).isEqualTo(status);
                assertThat(answer.body()).startsWith("{\"error\":{\"message\":\"the request");
                assertThat(client.ends()).isTrue();
              }
            });
  }

  private static Answer overview(String... headers) {
    return guarded.manage("/admin/v1/overview", headers);
  }

  private static Answer login(String token) {
    return post(guarded, "/admin/v1/login", "{\"token\":\"" + token + "\"}");
  }

  private static Answer post(Wire wire, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(wire.managementOrigin() + path))
            .POST(HttpRequest.BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return wire.send(request);
  }
}
