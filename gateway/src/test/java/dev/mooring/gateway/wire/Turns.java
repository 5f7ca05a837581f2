package dev.mooring.gateway.wire;

import dev.mooring.gateway.simulator.Fault;
import dev.mooring.gateway.simulator.ReceivedRequest;
import java.util.Arrays;
import java.util.List;

/** Turns of sessions through a gateway, and what became of them. */
final class Turns {
  /** The routes of the three chat APIs. */
  static final String CHAT = "/v1/chat/completions";

  static final String RESPONSES = "/v1/responses";
  static final String MESSAGES = "/v1/messages";

  private final Wire wire;

  Turns(Wire wire) {
    this.wire = wire;
  }

  /** A body that every one of the APIs' routes takes. */
  static String body(String path, String model, String text) {
    String message = "[{\"role\":\"user\",\"content\":\"" + text + "\"}]";
    return switch (path) {
      case RESPONSES -> "{\"model\":\"" + model + "\",\"input\":" + message + "}";
      case MESSAGES ->
          "{\"model\":\"" + model + "\",\"max_tokens\":64,\"messages\":" + message + "}";
      default -> "{\"model\":\"" + model + "\",\"messages\":" + message + "}";
    };
  }

  /** The same body with further members before its end. */
  static String with(String body, String members) {
    return body.substring(0, body.length() - 1) + "," + members + "}";
  }

  /** The same body as a stream. */
  static String streamed(String body) {
    return with(body, "\"stream\":true");
  }

  /** The same body with options of the gateway. */
  static String options(String body, String options) {
    return with(body, "\"providerOptions\":{\"gateway\":{" + options + "}}");
  }

  /** One Chat Completions turn of a session whose ID is explicit. */
  Answer chat(String session, String model, String... headers) {
    return wire.post(CHAT, body(CHAT, model, "hi"), with(session, headers));
  }

  /** One turn with a body of one's own. */
  Answer send(String session, String path, String body, String... headers) {
    return wire.post(path, body, with(session, headers));
  }

  /** Makes a credential of a provider fail so many times. */
  void fail(int simulator, String credential, Fault fault) {
    wire.simulator(simulator).credential(credential).fault(fault);
  }

  /** The credentials that a provider saw since the last {@link #forget}, in order. */
  List<String> hits(int simulator) {
    return wire.received(simulator).stream().map(ReceivedRequest::credential).toList();
  }

  /** Forgets requests and takes faults back. */
  void forget(int simulator, String... credentials) {
    wire.simulator(simulator).clearRequests();
    for (String credential : credentials) {
      wire.simulator(simulator).credential(credential).clearFaults();
    }
  }

  static String[] with(String session, String... headers) {
    String[] all = Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = "x-session-id";
    all[headers.length + 1] = session;
    return all;
  }

  /**
   * What an answer tells of affinity: outcome, pinned and displaced provider, {@code -} if absent.
   */
  static String affinity(Answer answer) {
    var affinity = answer.routing().path("affinity");
    return affinity.path("outcome").asText("-")
        + " "
        + affinity.path("pinnedProvider").asText("-")
        + " "
        + affinity.path("displacedProvider").asText("-");
  }
}
