package dev.mooring.gateway.api;

import com.fasterxml.jackson.core.JsonToken;
import dev.mooring.gateway.config.Api;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The caller's bytes as a provider is to get them (contract, section 3): the model's name replaced,
 * the gateway's own fields cut out, usage asked for; every other byte as it came.
 */
final class UpstreamBody {
  private static final Set<String> OURS =
      Set.of(
          "providerOptions",
          "session_id",
          "caching",
          "cache_ttl",
          "cache_anchor_items",
          "models",
          "provider");
  private static final String BETAS = "anthropic_beta";
  private static final String VERSION = "anthropic_version";
  private static final byte[] TRUE = bytes("true");
  private static final byte[] ASKED = bytes("\"include_usage\":true");
  private static final byte[] ASKED_AND_MORE = bytes("\"include_usage\":true,");
  private static final byte[] OPTIONS = bytes("{\"include_usage\":true}");
  private static final byte[] MEMBER = bytes(",\"stream_options\":{\"include_usage\":true}");

  private final byte[] body;
  private final List<Member> members;
  private final Splices splices;

  /** The body as it came. */
  UpstreamBody(byte[] body, List<Member> members) {
    this.body = body;
    this.members = members;
    this.splices = new Splices(body);
  }

  /** Names another model. */
  void model(String name) {
    Member model = find("model");
    if (model != null) {
      splices.replace(model.value(), Splices.quote(name));
    }
  }

  /** Cuts the fields that are the gateway's own. */
  void cutOurs() {
    cut(OURS);
  }

  /**
   * Cuts the gateway's own fields and those that the path stands for, and gives the body the shape
   * that a cloud wants: it tells the version, and the beta features where asked.
   */
  void cutForCloud(BodyShape.CloudMessages shape) {
    Set<String> gone = new HashSet<>(OURS);
    gone.addAll(shape.inPath());
    gone.add(VERSION);
    StringBuilder own = new StringBuilder("\"" + VERSION + "\":");
    own.append(new String(Splices.quote(shape.version()), StandardCharsets.UTF_8)).append(',');
    if (shape.betasInBody()) {
      gone.add(BETAS);
      own.append(betas(shape.betas()));
    }
    cut(gone);
    for (Member member : members) {
      if (!gone.contains(member.name())) {
        splices.insert(member.start(), bytes(own.toString()));
        return;
      }
    }
  }

  /** The member that names beta features: the body's own and then the caller's others. */
  private String betas(List<String> asked) {
    Set<String> all = new LinkedHashSet<>();
    Member own = find(BETAS);
    if (own != null) {
      try (JsonCursor json = JsonCursor.of(body, own.value().start(), own.value().end())) {
        if (json.enters(JsonToken.START_ARRAY)) {
          while (json.nextElement()) {
            String beta = json.string();
            if (beta != null) {
              all.add(beta);
            }
          }
        }
      }
    }
    all.addAll(asked);
    if (all.isEmpty()) {
      return "";
    }
    StringJoiner list = new StringJoiner(",", "\"" + BETAS + "\":[", "],");
    all.forEach(beta -> list.add(new String(Splices.quote(beta), StandardCharsets.UTF_8)));
    return list.toString();
  }

  /** Cuts members by their names. */
  private void cut(Set<String> names) {
    if (members.stream().noneMatch(member -> names.contains(member.name()))) {
      return;
    }
    BitSet gone = new BitSet();
    List<Range> all = new ArrayList<>(members.size());
    for (Member member : members) {
      gone.set(all.size(), names.contains(member.name()));
      all.add(member.whole());
    }
    splices.cut(all, gone);
  }

  /** Asks for the usage of a Chat stream. */
  void askForUsage() {
    Member options = find("stream_options");
    if (options == null) {
      splices.insert(members.get(members.size() - 1).value().end(), MEMBER);
      return;
    }
    Range value = options.value();
    try (JsonCursor json = JsonCursor.of(body, value.start(), value.end())) {
      if (json.at(JsonToken.VALUE_NULL)) {
        splices.replace(value, OPTIONS);
      } else if (json.enters(JsonToken.START_OBJECT)) {
        askIn(json, value);
      }
    }
  }

  /**
   * Strips the state of one account out of a conversation.
   *
   * @param most so many of the first items, at most
   * @return all items of it, stripped or not
   */
  List<Range> strip(Api api, String field, int most) {
    StateStripper stripper = new StateStripper(splices, most);
    Member conversation = find(field);
    if (conversation != null) {
      stripper.strip(api, body, conversation.value());
    }
    return stripper.items();
  }

  /** Puts cache markers into a conversation. */
  void mark(Api api, MarkableMessages messages, CacheMarking marking) {
    CacheMarkers.insert(splices, api, body, messages, marking);
  }

  /** The bytes to send; the very body where nothing was to change. */
  Pieces pieces() {
    return splices.pieces();
  }

  /** Asks for usage in the options that the cursor is at. */
  private void askIn(JsonCursor json, Range options) {
    Range last = null;
    boolean empty = true;
    while (json.nextField()) {
      empty = false;
      boolean wanted = json.name().equals("include_usage");
      Range value = json.range();
      last = wanted ? value : last;
    }
    if (last != null) {
      splices.replace(last, TRUE);
    } else {
      splices.insert(options.start() + 1, empty ? ASKED : ASKED_AND_MORE);
    }
  }

  /** The top-level member of a name, or null. */
  private @Nullable Member find(String name) {
    for (Member member : members) {
      if (member.name().equals(name)) {
        return member;
      }
    }
    return null;
  }

  /** A text's UTF-8. */
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
