package dev.mooring.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A certificate that vouches for itself and its key, made by the JDK's keytool for one run.
 *
 * @param certificate a PEM file
 * @param key a PEM file, PKCS#8
 */
record Certificates(Path certificate, Path key) {
  private static final String PASSWORD = "changeit";

  /** A folder for some. */
  static Path folder() {
    try {
      return Files.createTempDirectory("mooring-certificates");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes one for a host name. */
  static Certificates create(Path folder, String file, String host) {
    Path store = folder.resolve(file + ".p12");
    try {
      Process keytool =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-alias",
                  "a",
                  "-keyalg",
                  "EC",
                  "-dname",
                  "CN=" + host,
                  "-ext",
                  "san=dns:" + host,
                  "-validity",
                  "2",
                  "-storetype",
                  "PKCS12",
                  "-storepass",
                  PASSWORD,
                  "-keystore",
                  store.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(keytool.waitFor()).as(said).isZero();
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        keys.load(in, PASSWORD.toCharArray());
      }
      return new Certificates(
          pem(folder.resolve(file + ".crt"), "CERTIFICATE", keys.getCertificate("a").getEncoded()),
          pem(
              folder.resolve(file + ".key"),
              "PRIVATE KEY",
              keys.getKey("a", PASSWORD.toCharArray()).getEncoded()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path pem(Path file, String kind, byte[] content) throws IOException {
    String text =
        "-----BEGIN %s-----%n%s%n-----END %s-----%n"
            .formatted(kind, Base64.getMimeEncoder().encodeToString(content), kind);
    return Files.writeString(file, text);
  }
}
