package dev.mooring.gateway.provider;

import dev.mooring.gateway.api.BodyShape;
import dev.mooring.gateway.api.Framing;
import dev.mooring.gateway.api.PlainShape;
import dev.mooring.gateway.config.Dialect;
import java.util.List;

/**
 * How one call of a provider is made.
 *
 * @param dialect the format of its body and its answer
 * @param target the request target: path and query
 * @param framing how a streamed answer is framed
 * @param shape where the request says its model
 */
public record UpstreamCall(Dialect dialect, String target, Framing framing, BodyShape shape) {

  /** A call whose body names the model and whose stream is of server-sent events. */
  static UpstreamCall plain(Dialect dialect, String target) {
    return new UpstreamCall(dialect, target, Framing.SSE, PlainShape.IN_BODY);
  }

  /** The same with the beta features of a caller, by its {@code anthropic-beta} headers. */
  public UpstreamCall withBetas(List<String> headers) {
    BodyShape with = shape.withBetas(headers);
    return with == shape ? this : new UpstreamCall(dialect, target, framing, with);
  }
}
