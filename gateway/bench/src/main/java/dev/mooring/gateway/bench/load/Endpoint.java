package dev.mooring.gateway.bench.load;

import java.util.Map;

/**
 * Where a subject takes a shape's requests.
 *
 * @param host the address
 * @param port the port
 * @param path the path of Chat Completions
 * @param model what the body asks for
 * @param headers what the head says besides
 */
record Endpoint(String host, int port, String path, String model, Map<String, String> headers) {
  static final String LOOPBACK = "127.0.0.1";
  static final String CHAT = "/v1/chat/completions";

  /** An endpoint on loopback at the usual path. */
  static Endpoint local(int port, String model, Map<String, String> headers) {
    return new Endpoint(LOOPBACK, port, CHAT, model, Map.copyOf(headers));
  }

  /** The request of a shape. */
  RequestTemplate request(Shape shape) {
    return RequestTemplate.post(this, ChatBody.of(model, shape.bytes(), shape.stream()));
  }
}
