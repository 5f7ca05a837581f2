package dev.mooring.gateway.relay;

import dev.mooring.affinity.Session;
import dev.mooring.gateway.api.Envelope;
import dev.mooring.gateway.config.Api;
import dev.mooring.gateway.config.Dialect;
import dev.mooring.gateway.provider.UpstreamCall;
import dev.mooring.gateway.routing.Caller;
import dev.mooring.gateway.routing.Catalog;
import dev.mooring.gateway.routing.PlanCandidate;
import dev.mooring.gateway.routing.PlanRequest;
import io.vertx.core.MultiMap;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A request that was read and whose caller is known.
 *
 * @param id our id for it, {@code req_…}
 * @param uri the path and query as they came
 * @param headers the caller's headers
 * @param envelope what its body says
 * @param held what its body takes of the memory
 * @param catalog the configuration that it began with, and keeps
 */
public record Inbound(
    String id,
    Operation operation,
    String uri,
    MultiMap headers,
    Caller caller,
    Envelope envelope,
    HeldBodies.Share held,
    Catalog catalog) {

  /** A request that did not come in by the API: its body is not counted. */
  public Inbound(
      String id,
      Operation operation,
      String uri,
      MultiMap headers,
      Caller caller,
      Envelope envelope,
      Catalog catalog) {
    this(id, operation, uri, headers, caller, envelope, new HeldBodies(0).share(), catalog);
  }

  /** Lets go of the body, which may be large: no more of it is asked for. */
  void release() {
    envelope.release();
    held.release();
  }

  /** Names the request only: its headers hold secrets, its body what people say. */
  @Override
  public String toString() {
    return "Inbound[id=" + id + ", operation=" + operation + "]";
  }

  /**
   * What planning needs to know of it.
   *
   * @param session what weighted choices are drawn from; null to draw at random
   */
  PlanRequest planRequest(@Nullable Session session) {
    return new PlanRequest(
        envelope.model(),
        operation.api(),
        operation.chat(),
        envelope.options(),
        caller,
        session,
        new VisibleHeaders(this),
        envelope.promptTokens());
  }

  /** The upstream path: the route, with the caller's query. */
  String upstreamPath() {
    int query = uri.indexOf('?');
    return query < 0 ? operation.path() : operation.path() + uri.substring(query);
  }

  /** How a candidate is called for it. */
  UpstreamCall call(PlanCandidate candidate) {
    Api api = operation.api();
    String model = candidate.upstreamModel();
    Dialect dialect = api == null ? Dialect.CHAT : candidate.upstream().dialect(api, model);
    boolean passes = api == null || api.dialect() == dialect;
    return candidate
        .upstream()
        .call(dialect, model, envelope.stream(), passes ? upstreamPath() : dialect.path())
        .withBetas(headers.getAll("anthropic-beta"));
  }

  /**
   * A header's first value, trimmed; null when it is absent or blank. Headers come as one character
   * a byte; a value that is UTF-8 is read as such, so that it equals the same text in a body.
   */
  @Nullable String header(String name) {
    String first = headers.get(name);
    if (first == null) {
      return null;
    }
    if (!first.isBlank()) {
      return decoded(first.strip());
    }
    for (String value : headers.getAll(name)) {
      if (!value.isBlank()) {
        return decoded(value.strip());
      }
    }
    return null;
  }

  private static boolean isAscii(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static String decoded(String value) {
    if (isAscii(value)) {
      return value;
    }
    byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return value;
    }
  }
}
