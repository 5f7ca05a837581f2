package dev.mooring.gateway.simulator;

import io.vertx.core.http.HttpServerRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * An {@code Authorization} header of AWS Signature Version 4 (AWS IAM user guide, "Create a signed
 * request", November 2026).
 *
 * @param accessKey who signed
 * @param scope date, region, service and {@code aws4_request}
 * @param signedHeaders names in lower case, in order; {@code :authority} for the host over HTTP/2
 * @param signature hex
 */
record AwsSignature(
    String accessKey, List<String> scope, List<String> signedHeaders, String signature) {

  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final Set<String> HOST = Set.of("host", ":authority");
  private static final Pattern FORM =
      Pattern.compile(
          ALGORITHM
              + " Credential=([^/, ]+)/(\\d{8})/([a-z0-9-]+)/(bedrock)/(aws4_request), ?"
              + "SignedHeaders=([a-z0-9:;_-]+), ?Signature=([0-9a-f]{64})");

  /** The signature of a request; null where it has none of this form. */
  static @Nullable AwsSignature of(HttpServerRequest request) {
    String header = request.getHeader("authorization");
    Matcher form = header == null ? null : FORM.matcher(header);
    if (form == null || !form.matches() || request.getHeader("x-amz-date") == null) {
      return null;
    }
    return new AwsSignature(
        form.group(1),
        List.of(form.group(2), form.group(3), form.group(4), form.group(5)),
        List.of(form.group(6).split(";", -1)),
        form.group(7));
  }

  /** Whether this secret key signed this very request. */
  boolean isOf(String secretKey, HttpServerRequest request, byte[] body) {
    String date = String.valueOf(request.getHeader("x-amz-date"));
    boolean withHost = signedHeaders.stream().anyMatch(HOST::contains);
    if (!withHost || !date.startsWith(scope.get(0))) {
      return false;
    }
    String text =
        String.join(
            "\n",
            ALGORITHM,
            date,
            String.join("/", scope),
            hex(sha256(canonical(request, body).getBytes(StandardCharsets.UTF_8))));
    byte[] key = ("AWS4" + secretKey).getBytes(StandardCharsets.UTF_8);
    for (String part : scope) {
      key = hmac(key, part);
    }
    return hex(hmac(key, text)).equals(signature);
  }

  private String canonical(HttpServerRequest request, byte[] body) {
    StringBuilder text = new StringBuilder();
    text.append(request.method().name()).append('\n');
    text.append(canonicalPath(request.path())).append('\n');
    text.append(canonicalQuery(request.query())).append('\n');
    for (String name : signedHeaders) {
      String value = HOST.contains(name) ? host(request) : request.getHeader(name);
      text.append(name).append(':');
      text.append(value == null ? "" : value.strip().replaceAll(" +", " ")).append('\n');
    }
    text.append('\n').append(String.join(";", signedHeaders)).append('\n');
    return text.append(hex(sha256(body))).toString();
  }

  private static String host(HttpServerRequest request) {
    return String.valueOf(request.authority());
  }

  /** Every segment encoded once more: services other than S3 sign the path as it is sent. */
  private static String canonicalPath(String path) {
    return String.join("/", Arrays.stream(path.split("/", -1)).map(AwsSignature::encoded).toList());
  }

  private static String canonicalQuery(@Nullable String query) {
    if (query == null || query.isEmpty()) {
      return "";
    }
    Map<String, String> sorted = new TreeMap<>();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      sorted.put(equals < 0 ? pair : pair.substring(0, equals), pair.substring(equals + 1));
    }
    return String.join(
        "&", sorted.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
  }

  private static String encoded(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
