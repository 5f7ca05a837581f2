package dev.mooring.gateway.bench.load;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The load generator wrk, keeping every connection busy. */
final class Wrk {
  /** How many sessions take turns unless told otherwise. */
  static final int SESSIONS = 32;

  private static final int MOST_PREPARED = 64;
  private static final String MARK = "RESULT";

  private final Path folder;

  /** Keeps its scripts in a folder. */
  Wrk(Path folder) {
    this.folder = folder;
  }

  /**
   * What a run gave.
   *
   * @param requests answers
   * @param micros how long it took
   * @param errors those that were no success, and what went wrong at sockets
   */
  record Result(long requests, long micros, long errors) {

    /** Requests a second. */
    double rate() {
      return requests * 1e6 / micros;
    }

    /**
     * Reads the script's line out of what wrk wrote.
     *
     * @throws IllegalStateException when it is not there
     */
    static Result parse(String output) {
      List<Long> numbers =
          output
              .lines()
              .filter(line -> line.startsWith(MARK))
              .flatMap(line -> List.of(line.split(" ", -1)).stream().skip(1))
              .map(Long::parseLong)
              .collect(Collectors.toList());
      if (numbers.size() != 3) {
        throw new IllegalStateException("wrk: " + output);
      }
      return new Result(numbers.get(0), numbers.get(1), numbers.get(2));
    }
  }

  /** Runs for some seconds. */
  Result run(
      Endpoint endpoint, RequestTemplate request, int connections, int seconds, int sessions) {
    Path script = write(request, sessions);
    String output =
        Program.output(
            List.of(
                "wrk",
                "-t1",
                "-c" + connections,
                "-d" + seconds + "s",
                "--timeout",
                "20s",
                "-s",
                script.toString(),
                String.format(
                    Locale.ROOT,
                    "http://%s:%d%s",
                    endpoint.host(),
                    endpoint.port(),
                    endpoint.path())));
    return Result.parse(output);
  }

  private Path write(RequestTemplate request, int sessions) {
    List<byte[]> parts = request.parts();
    try {
      for (int i = 0; i < parts.size(); i++) {
        try (OutputStream out = Files.newOutputStream(folder.resolve("part" + (i + 1)))) {
          out.write(parts.get(i));
        }
      }
      return Files.writeString(
          folder.resolve("load.lua"),
          """
          local parts = {}
          for i = 1, %d do
            local file = assert(io.open("%s/part" .. i, "rb"))
            parts[i] = file:read("*a")
            file:close()
          end
          local sessions = %d
          local function build(i)
            return table.concat(parts, string.format("%%08d", i))
          end
          local prepared = {}
          if sessions <= %d then
            for i = 1, sessions do prepared[i] = build(i - 1) end
          end
          local next = 0
          request = function()
            local i = next
            next = (next + 1) %% sessions
            return prepared[i + 1] or build(i)
          end
          done = function(summary, latency, requests)
            local e = summary.errors
            io.write(string.format("%s %%d %%d %%d\\n", summary.requests, summary.duration,
              e.connect + e.read + e.write + e.status + e.timeout))
          end
          """
              .formatted(parts.size(), folder, sessions, MOST_PREPARED, MARK));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
