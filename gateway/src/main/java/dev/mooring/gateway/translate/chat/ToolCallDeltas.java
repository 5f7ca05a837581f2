package dev.mooring.gateway.translate.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.MalformedAnswerException;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.HashedId;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Signature;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the deltas of tool calls together: by index, else by id, else to the call before. Providers
 * leave out indices, types and ids, repeat ids and names or send them empty, and some count every
 * call as the first.
 */
final class ToolCallDeltas {
  private final AnswerSink sink;
  private final OpenParts parts;
  private final List<Call> calls = new ArrayList<>(2);

  /** A call that has begun. */
  private static final class Call {
    final long index;
    final boolean custom;
    final StringBuilder held = new StringBuilder(0);
    final JsonEnd end = new JsonEnd();
    String id = "";
    String name = "";
    @Nullable Signature signature;
    int part = -1;
    boolean closed;

    Call(long index, boolean custom) {
      this.index = index;
      this.custom = custom;
    }
  }

  ToolCallDeltas(AnswerSink sink, OpenParts parts) {
    this.sink = sink;
    this.parts = parts;
  }

  /** Whether the answer calls tools. */
  boolean any() {
    return !calls.isEmpty();
  }

  /**
   * Takes one delta of {@code tool_calls}.
   *
   * @param answerId where ids are made of, or null
   */
  void read(JsonNode delta, @Nullable String answerId) {
    boolean custom = delta.path("custom").isObject();
    JsonNode function = delta.path(custom ? "custom" : "function");
    String id = text(delta.path("id"));
    String name = text(function.path("name"));
    Call call = call(delta, id, name, custom);
    call.id = call.id.isEmpty() ? id : call.id;
    call.name = call.name.isEmpty() ? name : call.name;
    String seal = text(delta.path("extra_content").path("google").path("thought_signature"));
    if (!seal.isEmpty()) {
      call.signature = new Signature(Signature.Family.GOOGLE, seal);
    }
    String bit = arguments(function.path(custom ? "input" : "arguments"));
    if (call.part < 0) {
      call.held.append(bit);
      begin(call, answerId);
    } else if (!bit.isEmpty()) {
      arguments(call, bit);
    }
  }

  /** Takes a delta of the older {@code function_call}. */
  void readFunctionCall(JsonNode function, @Nullable String answerId) {
    if (calls.isEmpty()) {
      calls.add(new Call(0, false));
    }
    Call call = calls.get(0);
    call.name = call.name.isEmpty() ? text(function.path("name")) : call.name;
    String bit = arguments(function.path("arguments"));
    if (call.part < 0) {
      call.held.append(bit);
      begin(call, answerId);
    } else if (!bit.isEmpty()) {
      arguments(call, bit);
    }
  }

  /** Ends all calls. */
  void close() {
    for (Call call : calls) {
      if (call.part < 0) {
        throw new MalformedAnswerException("the provider's tool call has no name");
      }
      close(call);
    }
  }

  /** The call that a delta belongs to, a new one where there is none. */
  private Call call(JsonNode delta, String id, String name, boolean custom) {
    boolean counted = delta.path("index").isIntegralNumber();
    long index = counted ? delta.path("index").asLong() : calls.size();
    Call call = counted ? byIndex(index) : id.isEmpty() ? last() : byId(id);
    if (call == null || (!name.isEmpty() && another(call, id, counted))) {
      call = new Call(index, custom);
      calls.add(call);
    }
    return call;
  }

  /** Whether a delta with a name is another call than the one it seems to belong to. */
  private static boolean another(Call call, String id, boolean counted) {
    if (!id.isEmpty()) {
      return !call.id.isEmpty() && !call.id.equals(id);
    }
    return !counted && call.end.reached();
  }

  private @Nullable Call byIndex(long index) {
    for (int i = calls.size() - 1; i >= 0; i--) {
      if (calls.get(i).index == index) {
        return calls.get(i);
      }
    }
    return null;
  }

  private @Nullable Call byId(String id) {
    for (Call call : calls) {
      if (call.id.equals(id)) {
        return call;
      }
    }
    return null;
  }

  private @Nullable Call last() {
    return calls.isEmpty() ? null : calls.get(calls.size() - 1);
  }

  /** Tells that a call begins, once its name is known. */
  private void begin(Call call, @Nullable String answerId) {
    if (call.name.isEmpty()) {
      return;
    }
    for (Call other : calls) {
      if (other.part >= 0 && other.end.reached()) {
        close(other);
      }
    }
    call.part = parts.begin();
    if (call.id.isEmpty()) {
      call.id = "call_" + HashedId.of(answerId + ":" + calls.indexOf(call), 24);
    }
    sink.toolCall(call.part, call.id, call.name, call.signature);
    if (call.custom) {
      sink.arguments(call.part, "{\"input\":\"");
    }
    if (!call.held.isEmpty()) {
      arguments(call, call.held.toString());
    }
  }

  private void arguments(Call call, String bit) {
    if (call.closed) {
      return;
    }
    if (call.custom) {
      String quoted = Json.text(Json.MAPPER.getNodeFactory().textNode(bit));
      sink.arguments(call.part, quoted.substring(1, quoted.length() - 1));
    } else {
      call.end.feed(bit);
      sink.arguments(call.part, bit);
    }
  }

  private void close(Call call) {
    if (!call.closed) {
      call.closed = true;
      if (call.custom) {
        sink.arguments(call.part, "\"}");
      }
      sink.close(call.part);
    }
  }

  /** Arguments as text; a few providers send them as an object. */
  private static String arguments(JsonNode node) {
    return node.isContainerNode() ? Json.text(node) : text(node);
  }

  private static String text(JsonNode node) {
    return node.isTextual() ? node.textValue() : "";
  }
}
