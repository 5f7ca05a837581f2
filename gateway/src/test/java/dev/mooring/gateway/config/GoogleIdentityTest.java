package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who a credential of Vertex AI is. */
class GoogleIdentityTest {
  private static final String KEY =
      "{\"type\":\"service_account\",\"client_email\":\"a@p\",\"private_key\":\"secret-part\"}";

  @TempDir private Path folder;

  private static String yaml(String type, String credential) {
    return """
        providers:
          - { id: v, %s, credentials: [{ id: k, %s }] }
        models: [{ id: m, targets: [{ provider: v, model: up }] }]
        """
        .formatted(type, credential);
  }

  private static String vertex(String credential) {
    return yaml("type: vertex, project: my-project, location: us-east5", credential);
  }

  private static CredentialConfig credential(String yaml, Map<String, String> environment) {
    return ConfigText.provider(ConfigText.valid(yaml, environment), "v").credentials().get(0);
  }

  @Test
  void vertexIsAPlaceAndAProject() {
    ProviderConfig provider = ConfigText.provider(ConfigText.valid(vertex("apiKey: t")), "v");
    assertThat(provider.baseUrl()).isEqualTo("https://us-east5-aiplatform.googleapis.com");
    assertThat(provider.cloud()).isEqualTo(new CloudConfig("us-east5", "my-project", ""));
    assertThat(provider.dialects()).containsExactlyInAnyOrder(Dialect.MESSAGES, Dialect.GEMINI);
  }

  @Test
  void aServiceAccountIsAFileOrItsTextAndNeverShown() throws IOException {
    Path file = Files.writeString(folder.resolve("key.json"), KEY);
    CloudIdentity account = new CloudIdentity.GoogleAccount(KEY);
    String ofFile = vertex("google: { serviceAccount: \"" + file + "\" }");
    assertThat(credential(ofFile, Map.of()).identity()).isEqualTo(account);
    String ofText = vertex("google: { serviceAccount: \"${KEY}\" }");
    assertThat(credential(ofText, Map.of("KEY", KEY)).identity()).isEqualTo(account);
    assertThat(account.toString()).doesNotContain("secret-part");
    assertThat(credential(ofText, Map.of("KEY", KEY)).toString()).doesNotContain("secret-part");
  }

  @Test
  void theSurroundingsCanSayWhoItIs() {
    assertThat(credential(vertex("google: { default: true }"), Map.of()).identity())
        .isEqualTo(new CloudIdentity.GoogleDefault());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          google: {}                                          | credentials[0].google: names nobody, or two (expected: serviceAccount, or default: true)
          google: { default: true, serviceAccount: "${KEY}" } | credentials[0].google: names nobody, or two (expected: serviceAccount, or default: true)
          google: { serviceAccount: "/no/such/key.json" }     | credentials[0].google.serviceAccount: cannot be read (expected: a service account's JSON, or the path of a file with it)
          google: { serviceAccount: "${OTHER}" }              | credentials[0].google.serviceAccount: is no service account's key (expected: its JSON, or the path of a file with it)
          google: { default: true }, apiKey: t                | credentials[0].apiKey: is not used beside a cloud's identity (remove one of them)
          weight: 1                                           | credentials[0].apiKey: is missing (write it, or google)
          """)
  void aFaultOfAnIdentityIsNamed(String credential, String message) {
    Map<String, String> environment =
        Map.of(
            "KEY", KEY, "OTHER", "{\"type\":\"authorized_user\",\"private_key\":\"secret-part\"}");
    assertThat(ConfigText.errors(vertex(credential), environment))
        .singleElement()
        .asString()
        .endsWith("providers[0]." + message)
        .doesNotContain("secret-part");
  }

  @Test
  void anotherTypeHasNoSuchIdentity() {
    assertThat(ConfigText.errors(yaml("type: google", "google: { default: true }")))
        .singleElement()
        .asString()
        .endsWith("providers[0].credentials[0].google: has no meaning for this type (remove it)");
  }
}
