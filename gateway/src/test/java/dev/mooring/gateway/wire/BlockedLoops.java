package dev.mooring.gateway.wire;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Listens for the blocked-thread checker of Vert.x; closing it fails where it spoke. */
final class BlockedLoops implements AutoCloseable {
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final ListAppender<ILoggingEvent> appender =
      new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent event) {
          if (event.getFormattedMessage().contains("has been blocked for")) {
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

  @Override
  public void close() {
    root.detachAppender(appender);
    assertThat(complaints).as("blocked event loops").isEmpty();
  }
}
