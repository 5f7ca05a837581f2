package dev.mooring.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mooring.gateway.config.Api;
import java.util.ArrayList;
import java.util.List;

/** A stream that is being read: its events, and what each meant. */
final class StreamFixture {
  private static final int LIMIT = 1 << 20;

  final StreamReader reader;
  final List<SseEvent> events = new ArrayList<>();
  final List<Meaning> meanings = new ArrayList<>();

  StreamFixture(Api api) {
    this.reader = StreamReader.of(api);
  }

  /** Reads more of the stream; what its last event meant. */
  Meaning read(String text) {
    new SseSplitter(LIMIT)
        .feed(
            text.getBytes(UTF_8),
            event -> {
              events.add(event);
              meanings.add(reader.observe(event));
            });
    return meanings.get(meanings.size() - 1);
  }

  /** Reads an event that has only data. */
  Meaning data(String json) {
    return read("data: " + json + "\n\n");
  }

  /** Reads an event whose name is its data's type. */
  Meaning named(String name, String members) {
    String more = members.isEmpty() ? "" : "," + members;
    return read("event: " + name + "\ndata: {\"type\":\"" + name + "\"" + more + "}\n\n");
  }

  /** The last event with metadata in it, as text. */
  String placed(String metadata) {
    SseEvent last = events.get(events.size() - 1);
    return new String(reader.withMetadata(last, metadata.getBytes(UTF_8)), UTF_8);
  }
}
