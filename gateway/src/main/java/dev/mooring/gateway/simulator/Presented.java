package dev.mooring.gateway.simulator;

import io.vertx.core.http.HttpServerRequest;

/** What a request shows to be let in. */
sealed interface Presented {

  /** What names who asks: the secret itself, or a signature's access key. */
  String name();

  /**
   * A secret.
   *
   * @param name empty for none
   */
  record Secret(String name) implements Presented {}

  /** A signature of AWS's. */
  record Signed(AwsSignature signature) implements Presented {
    @Override
    public String name() {
      return signature.accessKey();
    }
  }

  /** The secret in one of these headers, or behind {@code Authorization: Bearer}. */
  static Presented key(HttpServerRequest request, String... headers) {
    for (String header : headers) {
      String key = request.getHeader(header);
      if (key != null) {
        return new Secret(key);
      }
    }
    String bearer = request.getHeader("authorization");
    return bearer != null && bearer.regionMatches(true, 0, "Bearer ", 0, 7)
        ? new Secret(bearer.substring(7))
        : new Secret("");
  }
}
