package dev.mooring.gateway.bench.load;

import dev.mooring.gateway.bench.load.ProxyFiles.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The processes of a run and their files; closing it ends and removes them. */
final class Stage implements AutoCloseable {
  private static final String MEMORY = "{ type: memory }";

  /** Deltas of a stream. */
  static final int DELTAS = 200;

  private final Deque<Program> programs = new ArrayDeque<>();
  private final List<String> notes = new ArrayList<>();
  private final Options options;
  private final Path folder;
  private final Ports upstream;
  private int gateways;
  private int redisPort;

  /**
   * Starts the upstreams.
   *
   * @param eventMicros between two events of a stream
   */
  Stage(Options options, long eventMicros) {
    this.options = options;
    this.folder = temporaryFolder();
    Runtime.getRuntime().addShutdownHook(new Thread(this::endPrograms));
    this.upstream = startUpstreams(eventMicros);
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("mooring-bench");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Ports startUpstreams(long eventMicros) {
    int streams = Program.freePort();
    run(
        "upstream.log",
        options.loadCpu(),
        streams,
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms256m",
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            UpstreamServer.class.getName(),
            Integer.toString(streams),
            Long.toString(eventMicros),
            Integer.toString(DELTAS)));
    Optional<String> nginx = Program.find("nginx");
    if (nginx.isEmpty()) {
      notes.add("nginx is not installed: whole answers come from a JVM, too.");
      return new Ports(streams, streams);
    }
    int documents = Program.freePort();
    nginx(nginx.get(), "answering", options.loadCpu(), ProxyFiles.answeringNginx(documents))
        .awaitPort(documents);
    return new Ports(documents, streams);
  }

  /** The upstreams without anything between. */
  Subject direct() {
    return new Subject(
        "none", "no proxy", direct(upstream.documents()), direct(upstream.streams()), null, null);
  }

  private static Endpoint direct(int port) {
    return Endpoint.local(port, GatewayFile.PLAIN, Map.of("authorization", "Bearer upstream-key"));
  }

  /** nginx as a plain proxy. */
  Optional<Subject> nginx() {
    Ports own = Ports.free();
    return found("nginx")
        .map(
            path ->
                nginx(path, "nginx", options.proxyCpu(), ProxyFiles.forwardingNginx(own, upstream)))
        .map(program -> plain("nginx", own, program));
  }

  /** haproxy as a plain proxy. */
  Optional<Subject> haproxy() {
    Ports own = Ports.free();
    return found("haproxy")
        .map(
            path -> {
              Path file = write("haproxy.cfg", ProxyFiles.haproxy(own, upstream));
              return run(
                  "haproxy.log",
                  options.proxyCpu(),
                  own.streams(),
                  List.of(path, "-db", "-f", file.toString()));
            })
        .map(program -> plain("haproxy", own, program));
  }

  /** A plain proxy on Vert.x. */
  Subject vertx() {
    Ports own = Ports.free();
    List<String> command = new ArrayList<>();
    command.add(options.java());
    command.addAll(options.jvm());
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), VertxProxy.class.getName()));
    for (int port :
        new int[] {own.documents(), upstream.documents(), own.streams(), upstream.streams()}) {
      command.add(Integer.toString(port));
    }
    Program program = run("vertx.log", options.proxyCpu(), own.streams(), command);
    return plain(VertxProxy.KEY, own, program);
  }

  private static Subject plain(String name, Ports own, Program program) {
    program.awaitPort(own.streams()).awaitPort(own.documents());
    return new Subject(
        name, name, direct(own.documents()), direct(own.streams()), program.pid(), null);
  }

  /** A gateway with the memory store. */
  Mooring memory(List<String> jvm) {
    return gateway(MEMORY, jvm);
  }

  /** A gateway with a Redis of its own prefix; empty where Redis is not installed. */
  Optional<Mooring> redis() {
    if (redisPort == 0) {
      found("redis-server").ifPresent(this::startRedis);
    }
    if (redisPort == 0) {
      return Optional.empty();
    }
    return Optional.of(
        gateway(
            "{ type: redis, redis: { uri: \"redis://127.0.0.1:"
                + redisPort
                + "\", keyPrefix: \"bench"
                + gateways
                + ":\" } }",
            List.of()));
  }

  private void startRedis(String path) {
    int port = Program.freePort();
    run(
        "redis.log",
        options.loadCpu(),
        port,
        List.of(path, "--port", Integer.toString(port), "--bind", Endpoint.LOOPBACK, "--save", ""));
    redisPort = port;
  }

  private Mooring gateway(String store, List<String> jvm) {
    Mooring mooring =
        Mooring.start(options, folder.resolve("mooring" + gateways++), store, upstream, jvm);
    programs.push(mooring.program());
    return mooring;
  }

  /** Peers that are wanted and found, on the path or by URL. */
  List<Subject> peers() {
    List<Subject> found = new ArrayList<>();
    options.peers().forEach((name, url) -> found.add(PeerAdapter.named(name).subject(name, url)));
    for (PeerAdapter adapter : PeerAdapter.all()) {
      if (options.wants(adapter.name()) && !options.peers().containsKey(adapter.name())) {
        Optional<String> path = Program.find(adapter.executable());
        if (path.isEmpty()) {
          notes.add(adapter.name() + " is not on the path; --peer " + adapter.name() + "=URL.");
        } else {
          found.add(start(adapter, path.get()));
        }
      }
    }
    return found;
  }

  private Subject start(PeerAdapter adapter, String path) {
    int port = Program.freePort();
    Path home = folder.resolve(adapter.name());
    List<String> command = adapter.command(path, home, port, upstream);
    Program program = run(adapter.name() + ".log", options.proxyCpu(), port, command);
    return adapter.subject(port, program.pid(), upstream);
  }

  /** What was left out, and why. */
  List<String> notes() {
    return notes;
  }

  /** Where files may be put. */
  Path folder() {
    return folder;
  }

  private Optional<String> found(String name) {
    Optional<String> path = Program.find(name);
    if (path.isEmpty()) {
      notes.add(name + " is not installed; its row is left out.");
    }
    return path;
  }

  private Program nginx(String path, String name, int cpu, String text) {
    Path home = folder.resolve(name);
    try {
      Files.createDirectories(home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Path file = write(name + "/nginx.conf", text);
    Program program =
        Program.start(
            home.resolve("nginx.log"),
            cpu,
            List.of(path, "-p", home.toString(), "-c", file.toString(), "-e", home + "/error.log"));
    programs.push(program);
    return program;
  }

  private Program run(String log, int cpu, int port, List<String> command) {
    Program program = Program.start(folder.resolve(log), cpu, command);
    programs.push(program);
    return program.awaitPort(port);
  }

  private Path write(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void endPrograms() {
    programs.forEach(Program::close);
  }

  @Override
  public void close() {
    endPrograms();
    Folders.delete(folder);
  }
}
