package dev.mooring.gateway.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection to the upstream: reads a request, answers it, takes the next. */
final class UpstreamConnection extends SimpleChannelInboundHandler<HttpObject> {
  private static final byte[] ASKED = "\"stream\":true".getBytes(StandardCharsets.US_ASCII);

  private final UpstreamServer server;
  private @Nullable ChannelHandlerContext context;
  private List<ByteBuf> parts = List.of();
  private int sent;
  private boolean claude;
  private boolean stream;
  private int matched;

  UpstreamConnection(UpstreamServer server) {
    this.server = server;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext at, HttpObject part) {
    context = at;
    if (part instanceof HttpRequest request) {
      claude = request.uri().startsWith("/v1/messages");
      stream = false;
      matched = 0;
    }
    if (part instanceof HttpContent content && !stream) {
      look(content.content());
    }
    if (part instanceof LastHttpContent) {
      answer(at);
    }
  }

  private void look(ByteBuf body) {
    while (body.isReadable() && !stream) {
      byte now = body.readByte();
      matched = now == ASKED[matched] ? matched + 1 : now == ASKED[0] ? 1 : 0;
      stream = matched == ASKED.length;
      matched = stream ? 0 : matched;
    }
  }

  private void answer(ChannelHandlerContext at) {
    if (!stream) {
      ChannelFuture unused = at.writeAndFlush(server.document(claude));
      return;
    }
    parts = server.stream(claude);
    sent = 0;
    boolean head = next();
    if (head && next()) {
      server.streams(this);
    }
  }

  /** Sends the stream's next part; whether there is another. */
  boolean next() {
    if (context == null || !context.channel().isActive() || sent == parts.size()) {
      return false;
    }
    ChannelFuture unused = context.writeAndFlush(parts.get(sent++).duplicate());
    return sent < parts.size();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext at, Throwable cause) {
    ChannelFuture unused = at.close();
  }
}
