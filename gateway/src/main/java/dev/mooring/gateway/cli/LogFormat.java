package dev.mooring.gateway.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import dev.mooring.gateway.config.LoggingConfig.Format;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The form of the log's lines, which can change while the gateway runs. */
final class LogFormat {
  /** The root logger's appender in {@code logback.xml}. */
  static final String APPENDER = "STDERR";

  /** The property there that holds the pattern of a text line. */
  private static final String TEXT_LINE = "TEXT_LINE";

  private LogFormat() {}

  /** Writes lines in this form from now on; does nothing where another log system is in place. */
  static void use(Format format) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context
        && context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(APPENDER)
            instanceof OutputStreamAppender<ILoggingEvent> appender) {
      Encoder<ILoggingEvent> encoder =
          switch (format) {
            case TEXT -> text(context.getProperty(TEXT_LINE));
            case JSON -> json();
          };
      encoder.setContext(context);
      encoder.start();
      appender.setEncoder(encoder);
    }
  }

  /**
   * Logs nothing below an error of a package; does nothing where another log system is in place.
   */
  static void onlyErrors(String ofPackage) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.getLogger(ofPackage).setLevel(Level.ERROR);
    }
  }

  /** Lines of text. */
  private static Encoder<ILoggingEvent> text(String pattern) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setPattern(pattern);
    return encoder;
  }

  /** Lines that are JSON objects. */
  private static Encoder<ILoggingEvent> json() {
    JsonEncoder encoder = new JsonEncoder();
    encoder.setWithFormattedMessage(true);
    encoder.setWithMessage(false);
    encoder.setWithArguments(false);
    encoder.setWithContext(false);
    encoder.setWithSequenceNumber(false);
    encoder.setWithNanoseconds(false);
    return encoder;
  }
}
