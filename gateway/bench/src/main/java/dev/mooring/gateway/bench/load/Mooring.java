package dev.mooring.gateway.bench.load;

import dev.mooring.gateway.bench.load.ProxyFiles.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A gateway as a process of its own, from the jar that is shipped. */
final class Mooring {
  private static final String OPT_OUT = "x-bf-session-affinity";

  private final Program program;
  private final int port;
  private final JvmProbe probe;

  private Mooring(Program program, int port, JvmProbe probe) {
    this.program = program;
    this.port = port;
    this.probe = probe;
  }

  /**
   * Starts one and waits for its listener.
   *
   * @param folder for its files
   * @param store the store section in one line
   * @param jvm options of its JVM besides the user's
   */
  static Mooring start(
      Options options, Path folder, String store, Ports upstream, List<String> jvm) {
    int port = Program.freePort();
    int management = Program.freePort();
    Path file = folder.resolve("mooring.yaml");
    Path gcLog = folder.resolve("gc.log");
    try {
      Files.createDirectories(folder);
      Files.writeString(file, GatewayFile.text(port, management, store, upstream));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> command = new ArrayList<>();
    command.add(options.java());
    command.addAll(options.jvm());
    command.addAll(jvm);
    command.add("-Xlog:gc:file=" + gcLog + "::filecount=0");
    command.addAll(List.of("-jar", options.jar().toString(), "serve", "--config", file.toString()));
    Program program =
        Program.start(folder.resolve("mooring.log"), options.proxyCpu(), command).awaitPort(port);
    return new Mooring(program, port, new JvmProbe(options.jcmd(), program.pid(), gcLog));
  }

  /** Its process. */
  Program program() {
    return program;
  }

  /** Its JVM. */
  JvmProbe probe() {
    return probe;
  }

  /** Its API with a session named by header. */
  Endpoint explicit(String model) {
    return endpoint(model, Map.of("x-session-id", "bench-" + RequestTemplate.SLOT));
  }

  /** Its API with a session known by its fingerprint. */
  Endpoint fingerprint(String model) {
    return endpoint(model, Map.of());
  }

  /** Its API with session affinity opted out of. */
  Endpoint optedOut(String model) {
    return endpoint(model, Map.of(OPT_OUT, "off"));
  }

  private Endpoint endpoint(String model, Map<String, String> more) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("authorization", "Bearer " + GatewayFile.SECRET);
    headers.putAll(more);
    return Endpoint.local(port, model, headers);
  }
}
