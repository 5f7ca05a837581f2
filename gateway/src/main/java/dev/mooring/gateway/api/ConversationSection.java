package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Api;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the conversation of a request. An agent sends its whole conversation with every turn and
 * adds to the end; so what the messages before the last few told is remembered by a hash of their
 * bytes, and the next turn is read from there on. The last few are not, since clients change them
 * once they are not the last: they move their cache markers.
 */
final class ConversationSection {
  /** So many messages at the end are expected to change. */
  private static final int CHANGING = 3;

  /** The opening and what is before it, which are read again, have no more long strings. */
  private static final int STRINGS = 32;

  private static final int SHORTEST_BYTES = 2 * PrefixHashes.BLOCK;

  private final KnownPrefixes prefixes;
  private final JsonCursor json;
  private final int start;
  private final PrefixHashes hashes;
  private final LongStrings strings;
  private final int stringsBefore;
  private final ConversationReader reader;
  private final @Nullable KnownPrefix known;
  private final List<Place> places = new ArrayList<>();

  /** Where the last few messages began, as a ring. */
  private final int[] starts = new int[CHANGING];

  private int messages;

  private ConversationSection(
      Api api, JsonCursor json, byte[] body, LongStrings strings, KnownPrefixes prefixes) {
    this.prefixes = prefixes;
    this.json = json;
    this.start = json.start();
    this.hashes = PrefixHashes.of(body, start, (long) start << 32 ^ api.name().hashCode());
    this.strings = strings;
    this.stringsBefore = strings.size();
    this.known = prefixes.find(hashes);
    this.reader = known == null ? new ConversationReader(api) : new ConversationReader(api, known);
  }

  /** A place between two messages: how much had been found by then. */
  private static final class Place {
    private final int blocks;
    private int end;
    private int markable;
    private int strings;
    private int fileIds;
    private boolean marked;
    private boolean oneHour;
    private @Nullable Range firstState;
    private List<Range> encrypted = List.of();
    private List<Range> signatures = List.of();

    private Place(int blocks) {
      this.blocks = blocks;
    }
  }

  /**
   * Passes over the value of the API's own {@code messages}, {@code input} or {@code prompt}.
   *
   * @param strings takes the long strings
   * @param prefixes what is known already, and takes what is new
   * @return what is in it
   */
  static ConversationReader read(
      Api api, JsonCursor json, byte[] body, LongStrings strings, KnownPrefixes prefixes) {
    if (json.at(JsonToken.START_ARRAY) && body.length - json.start() >= SHORTEST_BYTES) {
      return new ConversationSection(api, json, body, strings, prefixes).read();
    }
    ConversationReader reader = new ConversationReader(api);
    reader.conversation(json);
    return reader;
  }

  private ConversationReader read() {
    if (known != null) {
      strings.addAll(known.strings());
      json.goTo(known.end());
    }
    while (json.nextElement()) {
      starts[messages++ % CHANGING] = json.start();
      reader.message(json);
      if (json.at(JsonToken.END_OBJECT)) {
        passed();
      }
    }
    remember();
    return reader;
  }

  /** Notes the place after a message; of those in one block the last is enough. */
  private void passed() {
    int blocks = (json.end() - start + PrefixHashes.BLOCK - 1) / PrefixHashes.BLOCK;
    if (places.isEmpty() || places.get(places.size() - 1).blocks != blocks) {
      places.add(new Place(blocks));
    }
    Place place = places.get(places.size() - 1);
    place.end = json.end();
    place.markable = reader.markable().size();
    place.strings = strings.size();
    place.fileIds = reader.fileIds().size();
    place.marked = reader.marked();
    place.oneHour = reader.oneHour();
    place.firstState = reader.firstState();
    place.encrypted = reader.encrypted().ranges();
    place.signatures = reader.signatures().ranges();
  }

  /** Remembers the longest prefix that the next turn is expected to repeat. */
  private void remember() {
    if (messages < CHANGING) {
      return;
    }
    int same = starts[messages % CHANGING] - start;
    int at = places.size() - 1;
    while (at >= 0 && (long) places.get(at).blocks * PrefixHashes.BLOCK > same) {
      at--;
    }
    if (at >= 0) {
      prefixes.add(hashes, prefix(places.get(at)));
    }
  }

  private KnownPrefix prefix(Place place) {
    int stringsEnd = Math.min(place.strings, stringsBefore + STRINGS);
    return new KnownPrefix(
        place.blocks,
        hashes.second(place.blocks),
        place.end,
        place.marked,
        place.oneHour,
        place.firstState,
        reader.fileIds().stream().limit(place.fileIds).toList(),
        place.encrypted,
        place.signatures,
        reader.markable().first(place.markable),
        strings.copy(stringsBefore, stringsEnd));
  }
}
