package dev.mooring.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mooring.gateway.simulator.SimulatedKey;
import dev.mooring.gateway.simulator.Simulator;
import dev.mooring.gateway.simulator.SimulatorConfig;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code serve --session-db}: a process that is killed leaves its sessions to the next. */
class SessionDbProcessTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Pattern PORT = Pattern.compile("serves on http://127\\.0\\.0\\.1:(\\d+)");
  private static final String YAML =
      """
      server: { port: 0 }
      management: { port: 0 }
      logging: { sessionIds: true }
      providers:
        - { id: a, type: openai-compatible, baseUrl: "%s", credentials: [{ id: a1, apiKey: ka1 }] }
        - { id: b, type: openai-compatible, baseUrl: "%s",
            credentials: [{ id: b1, apiKey: kb1 }, { id: b2, apiKey: kb2 }] }
      models:
        - { id: m, targets: [{ provider: a, model: up }, { provider: b, model: up }] }
      """;

  @TempDir Path folder = Path.of("");

  private final Vertx vertx = Vertx.vertx();
  private final List<Process> started = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private Simulator a;
  private Simulator b;

  @BeforeEach
  void startProviders() throws Exception {
    a = start(SimulatorConfig.of(SimulatedKey.of("a1", "ka1")));
    b = start(SimulatorConfig.of(SimulatedKey.of("b1", "kb1"), SimulatedKey.of("b2", "kb2")));
  }

  @AfterEach
  void stop() throws Exception {
    started.forEach(Process::destroyForcibly);
    vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  void afterAKillASessionKeepsItsProviderAndItsCredential() throws Exception {
    Path file = folder.resolve("state/sessions.db");
    String configuration =
        Files.writeString(folder.resolve("mooring.yaml"), YAML.formatted(a.origin(), b.origin()))
            .toString();
    Process first = serve("--config", configuration, "--session-db", file.toString());
    int port = port(first);
    turn(port, ",\"providerOptions\":{\"gateway\":{\"only\":[\"b\"]}}");
    await().atMost(SOON).until(() -> "my session".equals(sessionIn(file)));

    Process second = serve("--config", configuration, "--session-db", file.toString());
    assertThat(second.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isEqualTo(1);
    assertThat(log(2)).contains("mooring: cannot start: ").contains("is open in another Mooring");

    first.destroyForcibly();
    assertThat(first.waitFor(30, TimeUnit.SECONDS)).isTrue();
    Process third = serve("--config", configuration, "--session-db", file.toString());
    JsonNode routing = turn(port(third), "");
    assertThat(routing.path("affinity").path("outcome").asText()).isEqualTo("promoted");
    assertThat(routing.path("finalProvider").asText()).isEqualTo("b");
    assertThat(b.requests()).hasSize(2);
    assertThat(b.requests().get(1).credential()).isEqualTo(b.requests().get(0).credential());
    assertThat(a.requests()).isEmpty();
    third.destroy();
    assertThat(third.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(third.exitValue()).isZero();
    assertThat(requestsIn(file)).isEqualTo(2);
  }

  private JsonNode turn(int port, String members) throws IOException, InterruptedException {
    String body =
        "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]" + members + "}";
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/chat/completions"))
                .header("content-type", "application/json")
                .header("x-session-id", "my session")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return new ObjectMapper()
        .readTree(answer.body())
        .path("provider_metadata")
        .path("gateway")
        .path("routing");
  }

  private Process serve(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectError(folder.resolve("log" + (started.size() + 1)).toFile())
            .start();
    started.add(process);
    return process;
  }

  private String log(int number) throws IOException {
    return Files.readString(folder.resolve("log" + number));
  }

  @SuppressWarnings("resource") // closed with its process
  private int port(Process process) throws IOException {
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    String line = String.valueOf(lines.readLine());
    Matcher port = PORT.matcher(line);
    assertThat(port.find()).as("%s%n%s", line, log(started.size())).isTrue();
    return Integer.parseInt(port.group(1));
  }

  private Simulator start(SimulatorConfig config) throws Exception {
    return Simulator.start(vertx, config)
        .toCompletionStage()
        .toCompletableFuture()
        .get(30, TimeUnit.SECONDS);
  }

  /** The session ID of the first row that has tokens; empty where there is none yet. */
  private static String sessionIn(Path file) throws SQLException {
    return query(file, "SELECT session_id FROM sessions WHERE input_tokens > 0");
  }

  private static int requestsIn(Path file) throws SQLException {
    return Integer.parseInt(query(file, "SELECT requests FROM sessions"));
  }

  private static String query(Path file, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? String.valueOf(row.getString(1)) : "";
    }
  }
}
