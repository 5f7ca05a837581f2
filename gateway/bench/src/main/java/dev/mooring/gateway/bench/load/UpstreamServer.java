package dev.mooring.gateway.bench.load;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.HttpRequestDecoder;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process of its own: an upstream whose streams send each event by itself, all streams in step,
 * so that a proxy meets every event as it meets a provider's tokens: one at a time. It answers
 * requests that want no stream, too, where nginx is not there to do so.
 */
final class UpstreamServer implements AutoCloseable {
  private final List<UpstreamConnection> streaming = new ArrayList<>();
  private final ByteBuf chat = document(FixedAnswers.CHAT);
  private final ByteBuf messages = document(FixedAnswers.MESSAGES);
  private final List<ByteBuf> chatStream;
  private final List<ByteBuf> messagesStream;

  private final EventLoopGroup group = Transport.loop();
  private @Nullable Channel listener;

  /**
   * One that is not started.
   *
   * @param deltas how many a stream has
   */
  UpstreamServer(int deltas) {
    this.chatStream = chunks(FixedAnswers.chatStream(deltas));
    this.messagesStream = chunks(FixedAnswers.messagesStream(deltas));
  }

  /** Takes a port, the microseconds between two events, and how many deltas a stream has. */
  public static void main(String[] arguments) {
    new UpstreamServer(Integer.parseInt(arguments[2]))
        .start(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]));
  }

  /** Listens on a port of loopback, 0 for any free one; its threads keep the process alive. */
  void start(int port, long eventMicros) {
    Future<?> unused =
        group
            .next()
            .scheduleAtFixedRate(this::tick, eventMicros, eventMicros, TimeUnit.MICROSECONDS);
    listener =
        new ServerBootstrap()
            .group(group)
            .channel(Transport.server())
            .option(ChannelOption.SO_BACKLOG, 4096)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new HttpRequestDecoder(), new UpstreamConnection(UpstreamServer.this));
                  }
                })
            .bind(Endpoint.LOOPBACK, port)
            .syncUninterruptibly()
            .channel();
  }

  /** Where it listens; 0 before it does. */
  int port() {
    return listener == null ? 0 : ((InetSocketAddress) listener.localAddress()).getPort();
  }

  @Override
  public void close() {
    Future<?> unused = group.shutdownGracefully();
  }

  /** The answer of a path that is no stream. */
  ByteBuf document(boolean claude) {
    return (claude ? messages : chat).retainedDuplicate();
  }

  /** The parts of a path's stream: the head, the events, the end. */
  List<ByteBuf> stream(boolean claude) {
    return claude ? messagesStream : chatStream;
  }

  /** From now on the connection is ticked. */
  void streams(UpstreamConnection connection) {
    streaming.add(connection);
  }

  private void tick() {
    streaming.removeIf(connection -> !connection.next());
  }

  private static ByteBuf document(String json) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    return fixed(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: "
            + body.length
            + "\r\n\r\n"
            + json);
  }

  private static List<ByteBuf> chunks(List<byte[]> events) {
    List<ByteBuf> parts = new ArrayList<>();
    parts.add(
        fixed(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n"
                + "transfer-encoding: chunked\r\n\r\n"));
    for (byte[] event : events) {
      String text = new String(event, StandardCharsets.UTF_8);
      parts.add(fixed(Integer.toHexString(event.length) + "\r\n" + text + "\r\n"));
    }
    parts.add(fixed("0\r\n\r\n"));
    return parts;
  }

  private static ByteBuf fixed(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Unpooled.unreleasableBuffer(Unpooled.directBuffer(bytes.length).writeBytes(bytes));
  }
}
