package dev.mooring.affinity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CredentialsTest {
  private static final byte[] KEY = "key".getBytes(UTF_8);

  @Test
  void aCallersCredentialGoesByAKeyedHashOfItsSecret() {
    assertThat(Credentials.byokId(KEY, "The quick brown fox jumps over the lazy dog"))
        .isEqualTo("byok:f7bc83f430538424b13298e6aa6fb143");
  }

  @Test
  void anotherKeyOrSecretGivesAnotherId() {
    assertThat(Credentials.byokId(KEY, "sk-1"))
        .isNotEqualTo(Credentials.byokId(KEY, "sk-2"))
        .isNotEqualTo(Credentials.byokId("other".getBytes(UTF_8), "sk-1"));
  }

  @Test
  void onlyACallersCredentialIsByok() {
    assertThat(Credentials.isByok(Credentials.byokId(KEY, "sk-1"))).isTrue();
    assertThat(Credentials.isByok("org-a")).isFalse();
  }
}
