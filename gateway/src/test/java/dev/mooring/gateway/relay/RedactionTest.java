package dev.mooring.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RedactionTest {
  @Test
  void aHeaderThatHoldsTheSecretIsTakenOut() {
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap()
            .add("x-echo", "Bearer sk-secret")
            .add("x-request-id", "req_1");
    Redaction.redact(headers, "sk-secret");
    assertThat(headers.names()).containsExactly("x-request-id");
  }

  @Test
  void everyOccurrenceInABodyIsBlotted() {
    byte[] body = "sk-secret and sk-secret".getBytes(StandardCharsets.UTF_8);
    assertThat(new String(Redaction.redact(body, "sk-secret"), StandardCharsets.UTF_8))
        .isEqualTo("********* and *********");
  }
}
