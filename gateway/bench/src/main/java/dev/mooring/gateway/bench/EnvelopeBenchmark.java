package dev.mooring.gateway.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.config.Api;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The time that it takes to read an agent's request, against Jackson's parser and tree. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 3, time = 1)
@SuppressWarnings("NullAway.Init") // set by prepare
public class EnvelopeBenchmark {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The caller's format. */
  @Param({"MESSAGES", "CHAT", "RESPONSES"})
  Api api;

  /** About how many bytes the body has. */
  @Param({"2000", "100000", "1000000", "4000000"})
  int bytes;

  private final JsonFactory factory = new JsonFactory();
  private byte[] body;
  private byte[] first;
  private int digitsAt;
  private int conversations;

  /** Makes the bodies. */
  @Setup
  public void prepare() {
    body = AgentBody.of(api, bytes);
    first = body.clone();
    digitsAt = AgentBody.digitsAt(body);
  }

  /** Reads all fields and byte ranges, and the fingerprint; the conversation is a known one. */
  @Benchmark
  public String envelope() {
    return Envelope.read(api, body).fingerprint("team");
  }

  /** The same of a conversation that was never read before. */
  @Benchmark
  public String firstEnvelope() {
    int number = conversations++;
    for (int digit = digitsAt + 7; digit >= digitsAt; digit--, number /= 10) {
      first[digit] = (byte) ('0' + number % 10);
    }
    return Envelope.read(api, first).fingerprint("team");
  }

  /** Reads all fields and byte ranges; the conversation is a known one. */
  @Benchmark
  public Envelope fields() {
    return Envelope.read(api, body);
  }

  /** Passes over all tokens with Jackson's streaming parser, which finds nothing. */
  @Benchmark
  public int jacksonTokens() throws IOException {
    int tokens = 0;
    try (JsonParser parser = factory.createParser(body)) {
      while (parser.nextToken() != null) {
        tokens++;
      }
    }
    return tokens;
  }

  /** Makes Jackson's tree. */
  @Benchmark
  public JsonNode jacksonTree() throws IOException {
    return MAPPER.readTree(body);
  }
}
