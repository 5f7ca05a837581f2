package dev.mooring.gateway.record;

import dev.mooring.gateway.api.Usage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A turn as bytes, for memory only: one object in place of all that a turn and its trail are made
 * of, which every young collection would copy. Begins with whether it failed and the request's id.
 */
final class TurnBytes {
  private static final int ABSENT = -1;

  /** Where the length of the request's id stands. */
  private static final int ID = 1;

  private TurnBytes() {}

  /** The bytes of a turn; its trail is put into words. */
  static byte[] of(Turn turn) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      write(turn, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The turn again. */
  static Turn turn(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      return read(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether they are the turn of a request. */
  static boolean isOf(byte[] bytes, String requestId) {
    byte[] id = requestId.getBytes(StandardCharsets.UTF_8);
    return id(bytes).equals(ByteBuffer.wrap(id));
  }

  /** Whether the turn failed. */
  static boolean failed(byte[] bytes) {
    return bytes[0] != 0;
  }

  /** A hash of their request's id. */
  static int hash(byte[] bytes) {
    return id(bytes).hashCode();
  }

  /** The same hash of an id. */
  static int hash(String requestId) {
    return ByteBuffer.wrap(requestId.getBytes(StandardCharsets.UTF_8)).hashCode();
  }

  private static ByteBuffer id(byte[] bytes) {
    int length = ByteBuffer.wrap(bytes).getInt(ID);
    return ByteBuffer.wrap(bytes, ID + Integer.BYTES, length);
  }

  private static void write(Turn turn, DataOutputStream out) throws IOException {
    out.writeBoolean(turn.failed());
    text(turn.requestId(), out);
    Instant time = turn.time();
    out.writeLong(time.getEpochSecond());
    out.writeInt(time.getNano());
    text(turn.api(), out);
    text(turn.model(), out);
    out.writeInt(turn.status());
    out.writeLong(turn.latency().toNanos());
    who(turn.who(), out);
    Turn.Served served = turn.served();
    out.writeBoolean(served != null);
    if (served != null) {
      served(served, out);
    }
    Turn.Affinity affinity = turn.affinity();
    out.writeBoolean(affinity != null);
    if (affinity != null) {
      affinity(affinity, out);
    }
    optional(turn.error(), out);
    List<Turn.Line> trail = turn.trail();
    out.writeInt(trail.size());
    for (Turn.Line line : trail) {
      text(line.model(), out);
      text(line.stage(), out);
      text(line.text(), out);
    }
  }

  private static Turn read(DataInputStream in) throws IOException {
    in.skipNBytes(ID);
    String requestId = text(in);
    return new Turn(
        Instant.ofEpochSecond(in.readLong(), in.readInt()),
        requestId,
        text(in),
        text(in),
        in.readInt(),
        Duration.ofNanos(in.readLong()),
        who(in),
        in.readBoolean() ? served(in) : null,
        in.readBoolean() ? affinity(in) : null,
        optional(in),
        trail(in));
  }

  private static List<Turn.Line> trail(DataInputStream in) throws IOException {
    int size = in.readInt();
    List<Turn.Line> trail = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      trail.add(new Turn.Line(text(in), text(in), text(in)));
    }
    return List.copyOf(trail);
  }

  private static void who(Turn.Who who, DataOutputStream out) throws IOException {
    text(who.team(), out);
    optional(who.key(), out);
    text(who.session(), out);
    optional(who.sessionId(), out);
    text(who.source(), out);
  }

  private static Turn.Who who(DataInputStream in) throws IOException {
    return new Turn.Who(text(in), optional(in), text(in), optional(in), text(in));
  }

  private static void served(Turn.Served served, DataOutputStream out) throws IOException {
    text(served.provider(), out);
    text(served.credential(), out);
    text(served.upstreamModel(), out);
    text(served.reason(), out);
    out.writeBoolean(served.byok());
    out.writeBoolean(served.streamed());
    Usage usage = served.usage();
    out.writeBoolean(usage != null);
    if (usage != null) {
      out.writeLong(usage.input());
      out.writeLong(usage.cacheRead());
      out.writeLong(usage.cacheWrite());
      out.writeLong(usage.cacheWrite1h());
      out.writeLong(usage.output());
    }
    Turn.Money cost = served.cost();
    out.writeBoolean(cost != null);
    if (cost != null) {
      out.writeDouble(cost.cost());
      out.writeDouble(cost.saved());
      out.writeDouble(cost.kept());
    }
  }

  private static Turn.Served served(DataInputStream in) throws IOException {
    return new Turn.Served(
        text(in),
        text(in),
        text(in),
        text(in),
        in.readBoolean(),
        in.readBoolean(),
        in.readBoolean() ? usage(in) : null,
        in.readBoolean() ? money(in) : null);
  }

  private static Usage usage(DataInputStream in) throws IOException {
    return new Usage(in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
  }

  private static Turn.Money money(DataInputStream in) throws IOException {
    return new Turn.Money(in.readDouble(), in.readDouble(), in.readDouble());
  }

  private static void affinity(Turn.Affinity affinity, DataOutputStream out) throws IOException {
    text(affinity.outcome(), out);
    optional(affinity.pinnedProvider(), out);
    optional(affinity.displacedProvider(), out);
    Turn.Place from = affinity.movedFrom();
    out.writeBoolean(from != null);
    if (from != null) {
      text(from.provider(), out);
      optional(from.credential(), out);
    }
  }

  private static Turn.Affinity affinity(DataInputStream in) throws IOException {
    return new Turn.Affinity(
        text(in),
        optional(in),
        optional(in),
        in.readBoolean() ? new Turn.Place(text(in), optional(in)) : null);
  }

  private static void text(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }

  private static void optional(@Nullable String text, DataOutputStream out) throws IOException {
    if (text == null) {
      out.writeInt(ABSENT);
    } else {
      text(text, out);
    }
  }

  private static @Nullable String optional(DataInputStream in) throws IOException {
    int length = in.readInt();
    return length == ABSENT ? null : new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }
}
