package dev.mooring.gateway.simulator;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.List;
import java.util.Objects;

/** Sends one answer, step by step, never blocking and never ahead of a slow reader. */
final class Delivery {
  private final Context context;
  private final Vertx vertx;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Exchange exchange;
  private final List<Step> steps;
  private final Pauses pauses;
  private final Runnable onBegin;
  private int next;

  /**
   * @param onBegin called when the head is sent
   */
  Delivery(
      Vertx vertx,
      HttpServerRequest request,
      Exchange exchange,
      List<Step> steps,
      Pauses pauses,
      Runnable onBegin) {
    this.vertx = vertx;
    this.context = Objects.requireNonNull(vertx.getOrCreateContext());
    this.request = request;
    this.response = request.response();
    this.exchange = exchange;
    this.steps = steps;
    this.pauses = pauses;
    this.onBegin = onBegin;
  }

  /** Sends as far as it goes now; goes on by itself. */
  void run() {
    while (next < steps.size() && !exchange.isCancelled()) {
      if (steps.get(next) instanceof Step.Body && response.writeQueueFull()) {
        response.drainHandler(drained -> run());
        return;
      }
      if (!perform(steps.get(next++))) {
        return;
      }
    }
  }

  /** Performs a step; whether the next may follow at once. */
  @SuppressWarnings("FutureReturnValueIgnored") // a lost connection is told by the close handler
  private boolean perform(Step step) {
    if (step instanceof Step.Pause pause) {
      if (pause.duration().toMillis() <= 0) {
        return true;
      }
      exchange.whenGone(pauses.pause(vertx, pause.duration(), this::run));
      return false;
    }
    if (step instanceof Step.Flush) {
      context.runOnContext(flushed -> run());
      return false;
    }
    if (step instanceof Step.Head head) {
      sendHead(head);
    } else if (step instanceof Step.Body body) {
      exchange.bodyBegun();
      response.write(body.bytes());
    } else if (step instanceof Step.End) {
      exchange.finished();
      response.end();
    } else if (step instanceof Step.Raw raw) {
      exchange.answered(200);
      exchange.bodyBegun();
      onBegin.run();
      channel()
          .pipeline()
          .firstContext()
          .writeAndFlush(Unpooled.wrappedBuffer(raw.bytes().getBytes()));
    } else if (step instanceof Step.Reset) {
      exchange.finished();
      channel().config().setOption(ChannelOption.SO_LINGER, 0);
      channel().close();
    } else if (step instanceof Step.Close) {
      exchange.finished();
      channel().close();
    }
    return !(step instanceof Step.Hang);
  }

  private void sendHead(Step.Head head) {
    exchange.answered(head.status());
    onBegin.run();
    response.setStatusCode(head.status());
    head.headers().forEach(response::putHeader);
    if (head.contentLength() >= 0) {
      response.putHeader("content-length", Integer.toString(head.contentLength()));
    } else {
      response.setChunked(true);
    }
    response.writeHead();
  }

  private Channel channel() {
    return ((HttpServerConnection) request.connection()).channelHandlerContext().channel();
  }
}
