package dev.mooring.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.channel.DefaultEventLoop;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The lag of event loops. */
class LoopLagTest {

  @Test
  void aTaskThatRunsLateIsLag() {
    Timer lag = new SimpleMeterRegistry().timer("lag");
    DefaultEventLoop loop = new DefaultEventLoop();
    AtomicInteger asked = new AtomicInteger();
    long late = TimeUnit.MILLISECONDS.toNanos(40);
    LoopLag measured =
        LoopLag.measure(
            loop, () -> asked.getAndIncrement() == 0 ? 0 : LoopLag.PERIOD_NANOS + late, lag);
    Awaitility.await().until(() -> lag.count() == 1);
    measured.close();
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    assertThat(lag.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(40);
  }
}
