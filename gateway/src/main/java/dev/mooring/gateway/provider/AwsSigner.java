package dev.mooring.gateway.provider;

import dev.mooring.gateway.config.CloudIdentity.AwsKeys;
import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * AWS's Signature Version 4 of a request's headers and whole body, for one region and service
 * (docs.aws.amazon.com, IAM user guide, "Create a signed AWS API request", 2026-08). The key of a
 * day is derived once. May be used from any thread.
 *
 * <p>The path is encoded again for the signature, as every service but S3 has it: the {@code %3A}
 * of a model's id is signed as {@code %253A}.
 */
final class AwsSigner {
  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final String DATE = "x-amz-date";
  private static final String TOKEN = "x-amz-security-token";
  private static final String HASH = "x-amz-content-sha256";
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final HexFormat HEX = HexFormat.of();

  private final String region;
  private final String service;
  private volatile @Nullable DayKey dayKey;

  /** The key that a secret has on a day. */
  private record DayKey(String secret, String day, SecretKeySpec key) {}

  AwsSigner(String region, String service) {
    this.region = region;
    this.service = service;
  }

  /**
   * Signs a request as of a time: writes its date, its body's hash, its token and its {@code
   * authorization}.
   *
   * @param authority the host as the request names it, with the port where it is not the usual one
   */
  void sign(UpstreamRequest request, String authority, AwsKeys keys, Instant time) {
    MultiMap headers = request.headers();
    String hash = hash(request.body().bytes());
    headers.set(DATE, SECONDS.format(time));
    headers.set(HASH, hash);
    headers.remove(TOKEN);
    if (!keys.sessionToken().isEmpty()) {
      headers.set(TOKEN, keys.sessionToken());
    }
    SortedMap<String, String> signed = new TreeMap<>();
    signed.put("host", authority);
    for (Map.Entry<String, String> header : headers) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (name.equals("content-type") || name.startsWith("x-amz-")) {
        signed.merge(name, header.getValue(), (one, other) -> one + "," + other);
      }
    }
    headers.set(
        "authorization", authorization(request.method(), request.target(), signed, hash, keys));
  }

  /**
   * The value of {@code authorization}.
   *
   * @param target path and query as they are sent
   * @param headers the headers to sign by lower-case name, {@code x-amz-date} among them
   * @param hash the body's, as {@link #hash} makes it
   */
  String authorization(
      String method, String target, SortedMap<String, String> headers, String hash, AwsKeys keys) {
    String date = String.valueOf(headers.get(DATE));
    String day = date.substring(0, 8);
    String scope = day + "/" + region + "/" + service + "/aws4_request";
    String names = String.join(";", headers.keySet());
    int query = target.indexOf('?');
    StringBuilder canonical = new StringBuilder(512);
    canonical.append(method).append('\n');
    canonical.append(AwsCanonical.path(query < 0 ? target : target.substring(0, query)));
    canonical.append('\n');
    canonical.append(query < 0 ? "" : AwsCanonical.query(target.substring(query + 1)));
    canonical.append('\n');
    headers.forEach(
        (name, value) ->
            canonical.append(name).append(':').append(AwsCanonical.header(value)).append('\n'));
    canonical.append('\n').append(names).append('\n').append(hash);
    String text = ALGORITHM + '\n' + date + '\n' + scope + '\n' + hash(bytes(canonical));
    byte[] signature = hmac(key(keys.secretAccessKey(), day), text);
    return ALGORITHM
        + " Credential="
        + keys.accessKeyId()
        + "/"
        + scope
        + ", SignedHeaders="
        + names
        + ", Signature="
        + HEX.formatHex(signature);
  }

  private SecretKeySpec key(String secret, String day) {
    DayKey known = dayKey;
    if (known != null && known.day().equals(day) && known.secret().equals(secret)) {
      return known.key();
    }
    byte[] ofDay = hmac(secretKey(bytes("AWS4" + secret)), day);
    byte[] ofRegion = hmac(secretKey(ofDay), region);
    byte[] ofService = hmac(secretKey(ofRegion), service);
    SecretKeySpec key = secretKey(hmac(secretKey(ofService), "aws4_request"));
    dayKey = new DayKey(secret, day, key);
    return key;
  }

  private static SecretKeySpec secretKey(byte[] key) {
    return new SecretKeySpec(key, "HmacSHA256");
  }

  private static byte[] hmac(SecretKeySpec key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      return mac.doFinal(bytes(text));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has HmacSHA256", e);
    }
  }

  /** The SHA-256 of a text, in hex. */
  static String hash(byte[] bytes) {
    try {
      return HEX.formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static byte[] bytes(CharSequence text) {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
