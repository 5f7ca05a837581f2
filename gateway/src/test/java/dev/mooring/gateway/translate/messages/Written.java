package dev.mooring.gateway.translate.messages;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mooring.gateway.api.SseEvent;
import dev.mooring.gateway.api.SseSplitter;
import dev.mooring.gateway.translate.model.AnswerContext;
import dev.mooring.gateway.translate.model.AnswerSink;
import dev.mooring.gateway.translate.model.Json;
import dev.mooring.gateway.translate.model.Message;
import dev.mooring.gateway.translate.model.ModelRequest;
import dev.mooring.gateway.translate.model.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** What the converters of Messages write, ready to be looked at. */
final class Written {
  /** The request that answers are written to. */
  static final AnswerContext CONTEXT =
      new AnswerContext(
          "asked-model",
          "r1",
          Instant.EPOCH,
          ModelRequest.of(List.of(Message.text(Message.Role.USER, "Hello"))),
          0);

  private Written() {}

  /** Anthropic's own API. */
  static Target target(String model) {
    return target(model, "anthropic");
  }

  static Target target(String model, String providerType) {
    return new Target(model, providerType, null, Set.of(), true);
  }

  /**
   * The body of a request to Anthropic's own API; the features that were warned of go to a list.
   */
  static JsonNode request(ModelRequest request, String model, List<String> warned) {
    return request(request, target(model), warned);
  }

  static JsonNode request(ModelRequest request, Target target, List<String> warned) {
    return json(
        new MessagesRequestWriter()
            .write(request, target, (feature, details) -> warned.add(feature)));
  }

  /** The body of a request of which nothing is warned. */
  static JsonNode request(ModelRequest request, String model) {
    List<String> warned = new ArrayList<>();
    JsonNode body = request(request, model, warned);
    if (!warned.isEmpty()) {
      throw new AssertionError("warned of " + warned);
    }
    return body;
  }

  /** What is read of a request's body, in which single quotes stand for double ones. */
  static ModelRequest read(String body, List<String> warned) {
    return new MessagesRequestReader().read(bytes(body), (feature, details) -> warned.add(feature));
  }

  /** What is read of a body of which nothing is warned. */
  static ModelRequest read(String body) {
    List<String> warned = new ArrayList<>();
    ModelRequest request = read(body, warned);
    if (!warned.isEmpty()) {
      throw new AssertionError("warned of " + warned);
    }
    return request;
  }

  /** The stream that an answer is written as. */
  static byte[] stream(Consumer<AnswerSink> answer) {
    MessagesAnswerWriter writer = new MessagesAnswerWriter(CONTEXT);
    answer.accept(writer);
    return writer.take();
  }

  /** The events that an answer is written as. */
  static List<SseEvent> events(Consumer<AnswerSink> answer) {
    return new SseSplitter(1 << 20).feed(stream(answer));
  }

  /** The data of the events that an answer is written as. */
  static List<JsonNode> data(Consumer<AnswerSink> answer) {
    return events(answer).stream().map(event -> json(event.data())).toList();
  }

  /** JSON with single quotes. */
  static JsonNode json(String text) {
    return json(bytes(text));
  }

  static JsonNode json(byte[] bytes) {
    try {
      return Json.read(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The bytes of JSON with single quotes. */
  static byte[] bytes(String text) {
    return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }
}
