package dev.mooring.gateway.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Takes the times of the answers of one connection, and sees whether they are whole. */
final class AnswerTimer extends SimpleChannelInboundHandler<HttpObject> {
  private static final byte[] END = "data: [DONE]".getBytes(StandardCharsets.US_ASCII);

  private @Nullable PacedRun run;
  private @Nullable PacedRun last;
  private boolean stream;
  private long begun;
  private long firstAt;
  private int status;
  private int events;
  private byte previous;
  private int matched;
  private boolean ended;

  /** A request is sent now, whose turn came then. */
  void expect(PacedRun owner, boolean streamed, long at) {
    run = owner;
    last = owner;
    stream = streamed;
    begun = at;
    firstAt = 0;
    status = 0;
    events = 0;
    previous = 0;
    matched = 0;
    ended = false;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
    if (part instanceof HttpResponse response) {
      status = response.status().code();
    }
    if (part instanceof HttpContent content) {
      take(content.content());
    }
    if (part instanceof LastHttpContent && run != null) {
      long now = System.nanoTime();
      boolean good = status == 200 && part.decoderResult().isSuccess() && (!stream || ended);
      PacedRun owner = run;
      run = null;
      owner.answered(
          context.channel(), (firstAt == 0 ? now : firstAt) - begun, now - begun, events, good);
    }
  }

  private void take(ByteBuf content) {
    if (!content.isReadable()) {
      return;
    }
    if (firstAt == 0) {
      firstAt = System.nanoTime();
    }
    if (stream) {
      while (content.isReadable()) {
        see(content.readByte());
      }
    }
  }

  private void see(byte now) {
    if (now == '\n' && previous == '\n') {
      events++;
    }
    previous = now;
    matched = now == END[matched] ? matched + 1 : now == END[0] ? 1 : 0;
    if (matched == END.length) {
      ended = true;
      matched = 0;
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (run != null) {
      run.broken(context.channel());
      run = null;
    } else if (last != null) {
      last.gone(context.channel());
    }
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ChannelFuture unused = context.close();
  }
}
