package dev.mooring.gateway.api;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Sets members of JSON objects by splices: the value is replaced where the member is there already;
 * else the member goes after the object's last.
 */
final class MemberSetter {
  private final Splices splices;

  /** Sets members by adding to the changes of a text. */
  MemberSetter(Splices splices) {
    this.splices = splices;
  }

  /**
   * Sets members of the object that the cursor is at, and leaves the cursor at its end.
   *
   * @param values the values by name, as JSON
   * @param others reads the value of every other member
   */
  void set(JsonCursor json, Map<String, byte[]> values, Consumer<JsonCursor> others) {
    Map<String, byte[]> missing = new LinkedHashMap<>(values);
    int end = json.start() + 1;
    boolean empty = true;
    while (json.nextField()) {
      empty = false;
      byte[] value = missing.remove(json.name());
      if (value == null) {
        others.accept(json);
        end = json.end();
      } else {
        Range range = json.range();
        splices.replace(range, value);
        end = range.end();
      }
    }
    for (Map.Entry<String, byte[]> member : missing.entrySet()) {
      splices.insert(end, member(empty, member.getKey(), member.getValue()));
      empty = false;
    }
  }

  /** A member as JSON, with a comma unless it is the first. */
  private static byte[] member(boolean first, String name, byte[] value) {
    byte[] lead = ((first ? "\"" : ",\"") + name + "\":").getBytes(StandardCharsets.UTF_8);
    byte[] member = new byte[lead.length + value.length];
    System.arraycopy(lead, 0, member, 0, lead.length);
    System.arraycopy(value, 0, member, lead.length, value.length);
    return member;
  }
}
