package dev.mooring.store.redis;

import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How connections to {@code rediss://} addresses are secured. Files are PEM, and are read anew with
 * every connection.
 *
 * @param verify how much of the server's certificate is checked
 * @param caFile the authorities that are trusted; null for the virtual machine's
 * @param certificateFile this client's own certificate chain; null for none
 * @param keyFile the private key of it, PKCS#8 without a password; null for none
 */
public record RedisTls(
    Verify verify, @Nullable Path caFile, @Nullable Path certificateFile, @Nullable Path keyFile) {

  /** The virtual machine's authorities, and the server's name. */
  public static final RedisTls DEFAULT = new RedisTls(Verify.FULL, null, null, null);

  /** How much of a server's certificate is checked. */
  public enum Verify {
    /** Its authority and its name. */
    FULL,
    /** Its authority only. */
    CA,
    /** Nothing: whoever answers is believed. */
    NONE
  }

  public RedisTls {
    if ((certificateFile == null) != (keyFile == null)) {
      throw new IllegalArgumentException("certificateFile, keyFile: one without the other");
    }
  }

  SslVerifyMode mode() {
    return switch (verify) {
      case FULL -> SslVerifyMode.FULL;
      case CA -> SslVerifyMode.CA;
      case NONE -> SslVerifyMode.NONE;
    };
  }

  /**
   * Lettuce's form of the files.
   *
   * @throws IllegalArgumentException when a file cannot be read
   */
  SslOptions options() {
    SslOptions.Builder options = SslOptions.builder().jdkSslProvider();
    if (caFile != null) {
      options.trustManager(readable(caFile).toFile());
    }
    if (certificateFile != null && keyFile != null) {
      options.keyManager(
          readable(certificateFile).toFile(), readable(keyFile).toFile(), new char[0]);
    }
    return options.build();
  }

  private static Path readable(Path file) {
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException("tls: " + file + " cannot be read");
    }
    return file;
  }
}
