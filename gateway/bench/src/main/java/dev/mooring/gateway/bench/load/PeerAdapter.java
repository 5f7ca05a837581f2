package dev.mooring.gateway.bench.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mooring.gateway.bench.load.ProxyFiles.Ports;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * How another gateway is started and called: a small YAML file in {@code peers/}. In its texts
 * {@code {port}}, {@code {folder}}, {@code {documents}} and {@code {streams}} (ports of the
 * upstreams) are filled in.
 *
 * @param name what options and tables call it
 * @param executable the program on the path
 * @param arguments its arguments
 * @param files what is written before the start, by name within {@code {folder}}
 * @param path of Chat Completions
 * @param model what is asked for
 * @param streamModel what is asked for where the answer is a stream
 * @param headers sent with each request
 * @param streamHeaders sent with each request for a stream besides
 */
record PeerAdapter(
    String name,
    String executable,
    List<String> arguments,
    Map<String, String> files,
    String path,
    String model,
    String streamModel,
    Map<String, String> headers,
    Map<String, String> streamHeaders) {
  private static final List<String> KNOWN = List.of("litellm", "bifrost", "portkey");

  /** Those that there is a file for. */
  static List<PeerAdapter> all() {
    return KNOWN.stream().map(PeerAdapter::read).toList();
  }

  /** The one of a name; for a name without a file, one that takes the usual requests. */
  static PeerAdapter named(String name) {
    return KNOWN.contains(name)
        ? read(name)
        : new PeerAdapter(
            name,
            "",
            List.of(),
            Map.of(),
            Endpoint.CHAT,
            GatewayFile.PLAIN,
            GatewayFile.streaming(GatewayFile.PLAIN),
            Map.of("authorization", "Bearer " + GatewayFile.SECRET),
            Map.of());
  }

  private static PeerAdapter read(String name) {
    try (InputStream in = PeerAdapter.class.getResourceAsStream("/peers/" + name + ".yaml")) {
      if (in == null) {
        throw new IllegalStateException("peers/" + name + ".yaml: missing");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Object tree = new Load(LoadSettings.builder().build()).loadFromString(text);
      return new ObjectMapper().convertValue(tree, PeerAdapter.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes its files and says how to start it. */
  List<String> command(String program, Path folder, int port, Ports upstream) {
    try {
      Files.createDirectories(folder);
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(
            folder.resolve(file.getKey()), fill(file.getValue(), folder, port, upstream));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> command = new ArrayList<>();
    command.add(program);
    arguments.forEach(argument -> command.add(fill(argument, folder, port, upstream)));
    return command;
  }

  private static String fill(String text, Path folder, int port, Ports upstream) {
    return text.replace("{port}", Integer.toString(port))
        .replace("{folder}", folder.toString())
        .replace("{documents}", Integer.toString(upstream.documents()))
        .replace("{streams}", Integer.toString(upstream.streams()));
  }

  /** It, started by us. */
  Subject subject(int port, long pid, Ports upstream) {
    return new Subject(
        name,
        name,
        endpoint(Endpoint.LOOPBACK, port, model, false, upstream),
        endpoint(Endpoint.LOOPBACK, port, streamModel, true, upstream),
        pid,
        null);
  }

  /** It, where somebody runs it, on this machine or another. */
  Subject subject(String key, String url) {
    URI uri = URI.create(url);
    Ports none = new Ports(0, 0);
    int port = uri.getPort() < 0 ? 80 : uri.getPort();
    return new Subject(
        key.toLowerCase(Locale.ROOT),
        key,
        endpoint(uri.getHost(), port, model, false, none),
        endpoint(uri.getHost(), port, streamModel, true, none),
        null,
        null);
  }

  private Endpoint endpoint(String host, int port, String asked, boolean stream, Ports upstream) {
    Map<String, String> all = new LinkedHashMap<>();
    headers.forEach((header, value) -> all.put(header, fill(value, Path.of(""), port, upstream)));
    if (stream) {
      streamHeaders.forEach(
          (header, value) -> all.put(header, fill(value, Path.of(""), port, upstream)));
    }
    return new Endpoint(host, port, path, asked, all);
  }
}
