package dev.mooring.gateway.telemetry;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.SingleThreadEventExecutor;
import io.netty.util.internal.PlatformDependent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** How the process is: memory, collections, threads, files, and the lag of its event loops. */
final class RuntimeMeters implements AutoCloseable {
  private final Timer lag;
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final List<LoopLag> lags = new CopyOnWriteArrayList<>();
  private final List<SingleThreadEventExecutor> loops = new CopyOnWriteArrayList<>();

  RuntimeMeters(MeterRegistry registry) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
    Gauge.builder("mooring.netty.direct.memory", PlatformDependent::usedDirectMemory)
        .description("Memory outside of the heap that network buffers hold")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("mooring.event.loop.tasks", loops, RuntimeMeters::tasks)
        .description("Tasks that wait for an event loop")
        .register(registry);
    lag =
        Timer.builder("mooring.event.loop.lag")
            .description("How late event loops run what is due")
            .serviceLevelObjectives(Buckets.work())
            .register(registry);
  }

  /** Measures an event loop from now on. */
  void watch(EventExecutor loop) {
    lags.add(LoopLag.measure(loop, System::nanoTime, lag));
    if (loop instanceof SingleThreadEventExecutor single) {
      loops.add(single);
    }
  }

  @Override
  public void close() {
    lags.forEach(LoopLag::close);
    collections.close();
  }

  private static double tasks(List<SingleThreadEventExecutor> loops) {
    return loops.stream().mapToDouble(SingleThreadEventExecutor::pendingTasks).sum();
  }
}
