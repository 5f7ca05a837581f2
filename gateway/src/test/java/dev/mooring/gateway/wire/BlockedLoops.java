package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/**
 * Listens for the blocked-thread checker of Vert.x; closing it fails where it spoke, unless the
 * whole program stood still to collect garbage.
 */
final class BlockedLoops implements AutoCloseable {
  private static final long LONG_COLLECTION_MILLIS = 200;

  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final ListAppender<ILoggingEvent> appender =
      new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent event) {
          if (event.getFormattedMessage().contains("has been blocked for")
              && longestCollection() < LONG_COLLECTION_MILLIS) {
            complaints.add(event.getFormattedMessage());
          }
        }
      };

  private BlockedLoops() {
    appender.start();
  }

  /** Listens from now on. */
  static BlockedLoops watch() {
    BlockedLoops loops = new BlockedLoops();
    loops.root.addAppender(loops.appender);
    return loops;
  }

  /** Hears nothing. */
  static BlockedLoops ignore() {
    return new BlockedLoops();
  }

  /** How long the longest of the collectors' last runs took, in milliseconds. */
  private static long longestCollection() {
    return ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
        .map(GarbageCollectorMXBean::getLastGcInfo)
        .filter(Objects::nonNull)
        .mapToLong(GcInfo::getDuration)
        .max()
        .orElse(0);
  }

  @Override
  public void close() {
    root.detachAppender(appender);
    assertThat(complaints).as("blocked event loops").isEmpty();
  }
}
