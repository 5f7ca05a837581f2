package dev.mooring.gateway.bench.load;

import dev.mooring.gateway.bench.load.Latencies.Times;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** One run of a paced load; everything in it belongs to its event loop. */
final class PacedRun {
  private static final int FIRST_CONNECTIONS = 16;
  private static final int MOST_PREPARED = 64;
  private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final CompletableFuture<Latencies> done = new CompletableFuture<>();
  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
  private final Deque<Channel> idle = new ArrayDeque<>();
  private final Set<Channel> open = new HashSet<>();
  private final List<List<ByteBuf>> prepared = new ArrayList<>();
  private final EventLoop loop;
  private final PacedLoad load;
  private final Bootstrap bootstrap;
  private final double weights;
  private long[] whole = new long[1 << 16];
  private long[] first = new long[1 << 16];
  private int answered;
  private long sent;
  private long running;
  private long errors;
  private long events;
  private long nextAt;
  private long endAt;
  private int session;

  PacedRun(EventLoop loop, PacedLoad load) {
    this.loop = loop;
    this.load = load;
    this.weights = load.mix().stream().mapToDouble(PacedLoad.Share::weight).sum();
    this.bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(Transport.client())
            .option(ChannelOption.TCP_NODELAY, true)
            .remoteAddress(load.host(), load.port())
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new HttpResponseDecoder(), new AnswerTimer());
                  }
                });
  }

  /** Begins; completes with what was seen. */
  CompletableFuture<Latencies> start() {
    loop.execute(this::begin);
    return done;
  }

  private void begin() {
    for (PacedLoad.Share share : load.mix()) {
      List<ByteBuf> requests = new ArrayList<>();
      for (int i = 0; i < Math.min(MOST_PREPARED, load.sessions()); i++) {
        requests.add(Unpooled.wrappedBuffer(share.request().of(i)));
      }
      prepared.add(requests);
    }
    for (int i = 0; i < FIRST_CONNECTIONS; i++) {
      ChannelFuture unused =
          bootstrap
              .connect()
              .addListener(
                  (ChannelFuture connected) -> {
                    if (connected.isSuccess()) {
                      open.add(connected.channel());
                      idle.add(connected.channel());
                    }
                  });
    }
    nextAt = System.nanoTime() + SETTLE_NANOS;
    endAt = nextAt + load.length().toNanos();
    tick();
  }

  /** Sends all whose time has come, and comes back for the next. */
  private void tick() {
    long now = System.nanoTime();
    while (nextAt <= now && nextAt < endAt && sent < load.limit()) {
      send(now);
      nextAt += (long) (-Math.log(1 - random.nextDouble()) / load.rate() * 1e9);
    }
    if (nextAt >= endAt || sent >= load.limit()) {
      sent = load.limit();
      finishWhenAnswered();
      Future<?> unused =
          loop.schedule(this::giveUp, load.patience().toMillis(), TimeUnit.MILLISECONDS);
    } else {
      Future<?> unused = loop.schedule(this::tick, nextAt - now, TimeUnit.NANOSECONDS);
    }
  }

  private void send(long now) {
    sent++;
    running++;
    int kind = draw();
    PacedLoad.Share share = load.mix().get(kind);
    int number = session;
    session = (session + 1) % load.sessions();
    List<ByteBuf> ready = prepared.get(kind);
    ByteBuf request =
        number < ready.size()
            ? ready.get(number).retainedDuplicate()
            : Unpooled.wrappedBuffer(share.request().of(number));
    Channel channel = idle.poll();
    if (channel != null) {
      send(channel, request, share.stream(), now);
      return;
    }
    ChannelFuture unused =
        bootstrap
            .connect()
            .addListener(
                (ChannelFuture connected) -> {
                  if (connected.isSuccess()) {
                    open.add(connected.channel());
                    send(connected.channel(), request, share.stream(), now);
                  } else {
                    request.release();
                    failed();
                  }
                });
  }

  private int draw() {
    double at = load.mix().size() == 1 ? 0 : random.nextDouble() * weights;
    for (int i = 0; i < load.mix().size() - 1; i++) {
      at -= load.mix().get(i).weight();
      if (at < 0) {
        return i;
      }
    }
    return load.mix().size() == 1 ? 0 : load.mix().size() - 1;
  }

  private void send(Channel channel, ByteBuf request, boolean stream, long now) {
    channel.pipeline().get(AnswerTimer.class).expect(this, stream, now);
    ChannelFuture unused = channel.writeAndFlush(request);
  }

  /** Takes an answer in; its connection is free again. */
  void answered(Channel channel, long firstNanos, long wholeNanos, int streamEvents, boolean good) {
    running--;
    if (good) {
      if (answered == whole.length) {
        whole = Arrays.copyOf(whole, answered * 2);
        first = Arrays.copyOf(first, answered * 2);
      }
      whole[answered] = wholeNanos;
      first[answered] = firstNanos;
      answered++;
      events += streamEvents;
    } else {
      errors++;
    }
    idle.push(channel);
    finishWhenAnswered();
  }

  /** Counts a request whose connection went. */
  void broken(Channel channel) {
    open.remove(channel);
    failed();
  }

  /** Forgets a connection that went while it had nothing to do. */
  void gone(Channel channel) {
    open.remove(channel);
    idle.remove(channel);
  }

  private void failed() {
    running--;
    errors++;
    finishWhenAnswered();
  }

  private void finishWhenAnswered() {
    if (running == 0 && sent >= load.limit()) {
      finish();
    }
  }

  private void giveUp() {
    errors += running;
    finish();
  }

  private void finish() {
    if (!done.isDone()) {
      done.complete(
          new Latencies(Times.of(whole, answered), Times.of(first, answered), errors, events));
      for (Channel channel : List.copyOf(open)) {
        ChannelFuture unused = channel.close();
      }
      prepared.forEach(requests -> requests.forEach(ByteBuf::release));
    }
  }
}
