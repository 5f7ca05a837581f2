package dev.mooring.gateway.rolling;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Assumptions;

/**
 * A proxy before the gateways, set up as the operators' page says. It is told which gateways there
 * are as an ingress controller is: the rest of its set-up stays, and it reloads.
 */
final class Balancer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration RELOAD = Duration.ofSeconds(2);

  /** The proxies that there are packages of. */
  enum Kind {
    NGINX("nginx", "HUP"),
    HAPROXY("haproxy", "USR2");

    private final String program;
    private final String reload;

    Kind(String program, String reload) {
      this.program = program;
      this.reload = reload;
    }
  }

  private final Kind kind;
  private final Path folder;
  private final int port = Program.freePort();
  private final Program program;

  private Balancer(Kind kind, Path folder, List<Integer> gateways) {
    this.kind = kind;
    this.folder = folder;
    write(gateways);
    program = Program.start(folder.resolve("balancer.log"), command());
    await().atMost(PATIENCE).until(() -> Program.listens(port));
  }

  /** Starts one of each kind that is installed; the test is skipped where none is. */
  static List<Balancer> startAll(Path folder, List<Integer> gateways) {
    List<Balancer> balancers =
        Arrays.stream(Kind.values())
            .filter(kind -> Program.isInstalled(kind.program))
            .map(kind -> start(kind, subfolder(folder, kind), gateways))
            .toList();
    if (balancers.isEmpty()) {
      Assumptions.abort("neither nginx nor haproxy is installed");
    }
    return balancers;
  }

  /** Starts one; the test is skipped where there is no such program. */
  static Balancer start(Kind kind, Path folder, List<Integer> gateways) {
    return new Balancer(kind, folder, gateways);
  }

  /** The port that clients use. */
  int port() {
    return port;
  }

  /**
   * Says which gateways there are, and waits until no new request goes anywhere else. A proxy that
   * is still busy with the last reload may miss the signal, so it is given again.
   */
  void use(List<Integer> gateways) {
    write(gateways);
    String mark = generation(gateways);
    await()
        .atMost(PATIENCE)
        .ignoreException(ConditionTimeoutException.class)
        .untilAsserted(
            () -> {
              program.signal(kind.reload);
              await().atMost(RELOAD).until(() -> generationInForce().equals(mark));
            });
  }

  @Override
  public void close() {
    program.close();
  }

  private static Path subfolder(Path folder, Kind kind) {
    try {
      return Files.createDirectories(folder.resolve(kind.program));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> command() {
    String path = Program.find(kind.program);
    String file = folder.resolve("balancer.conf").toString();
    return switch (kind) {
      case NGINX ->
          List.of(path, "-p", folder.toString(), "-e", "stderr", "-c", file, "-g", "daemon off;");
      case HAPROXY -> List.of(path, "-W", "-db", "-f", file);
    };
  }

  private void write(List<Integer> gateways) {
    String text =
        switch (kind) {
          case NGINX -> nginx(gateways);
          case HAPROXY -> haproxy(gateways);
        };
    try {
      Files.writeString(folder.resolve("balancer.conf"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String nginx(List<Integer> gateways) {
    String servers =
        gateways.stream()
            .map(gateway -> "    server 127.0.0.1:%d;%n".formatted(gateway))
            .collect(Collectors.joining());
    return """
        worker_processes 1;
        pid nginx.pid;
        events { worker_connections 4096; }
        http {
          access_log off;
          client_body_temp_path body;
          proxy_temp_path proxy;
          fastcgi_temp_path fastcgi;
          uwsgi_temp_path uwsgi;
          scgi_temp_path scgi;
          upstream mooring {
        %s    keepalive 64;
          }
          server {
            listen 127.0.0.1:%d backlog=4096;
            underscores_in_headers on;
            client_max_body_size 64m;
            location = /generation { return 200 "%s"; }
            location / {
              proxy_pass http://mooring;
              proxy_http_version 1.1;
              proxy_set_header Connection "";
              proxy_set_header Host $host;
              proxy_buffering off;
              proxy_request_buffering off;
              proxy_read_timeout 1h;
              proxy_send_timeout 1h;
            }
          }
        }
        """
        .formatted(servers, port, generation(gateways));
  }

  private String haproxy(List<Integer> gateways) {
    String servers =
        IntStream.range(0, gateways.size())
            .mapToObj(i -> "  server g%d 127.0.0.1:%d%n".formatted(i, gateways.get(i)))
            .collect(Collectors.joining());
    return """
        global
          maxconn 8192
        defaults
          mode http
          timeout connect 5s
          timeout client 1h
          timeout server 1h
          timeout http-request 30s
          retries 3
          option redispatch
        frontend api
          bind 127.0.0.1:%d
          http-request return status 200 content-type text/plain string "%s" if { path /generation }
          default_backend mooring
        backend mooring
          balance leastconn
          http-reuse safe
        %s"""
        .formatted(port, generation(gateways), servers);
  }

  private static String generation(List<Integer> gateways) {
    return gateways.stream().map(String::valueOf).collect(Collectors.joining("-", "of-", "-end"));
  }

  private String generationInForce() {
    Exchange answer = Exchange.get(port, "/generation");
    return answer.body().strip();
  }
}
