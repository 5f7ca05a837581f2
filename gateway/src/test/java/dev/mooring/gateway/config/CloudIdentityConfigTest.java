package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.gateway.config.CloudIdentity.AwsChain;
import dev.mooring.gateway.config.CloudIdentity.AwsKeys;
import dev.mooring.gateway.config.CloudIdentity.EntraEndpoint;
import dev.mooring.gateway.config.CloudIdentity.EntraSecret;
import dev.mooring.gateway.config.CloudIdentity.EntraWorkload;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The identities that clouds have in place of API keys. */
class CloudIdentityConfigTest {
  private static final String AZURE = "type: azure, baseUrl: \"https://r.openai.azure.com\"";
  private static final String BEDROCK = "type: bedrock, region: eu-west-1";
  private static final EntraEndpoint PUBLIC =
      new EntraEndpoint(
          "https://login.microsoftonline.com", "https://cognitiveservices.azure.com/.default");

  private static String yaml(String provider, String credential) {
    return ConfigText.MINIMAL.replace(
        "models:",
        "  - { id: b, " + provider + ", credentials: [{ id: k, " + credential + " }] }\nmodels:");
  }

  private static CloudIdentity identity(
      String provider, String credential, Map<String, String> environment) {
    GatewayConfig config = ConfigText.valid(yaml(provider, credential), environment);
    CredentialConfig read = ConfigText.provider(config, "b").credentials().get(0);
    assertThat(read.apiKey()).isEmpty();
    return Objects.requireNonNull(read.identity());
  }

  private static CloudIdentity identity(String provider, String credential) {
    return identity(provider, credential, Map.of());
  }

  @Test
  void anApplicationOfEntraHasATenantAnIdAndASecret() {
    assertThat(identity(AZURE, "entra: { tenantId: t, clientId: c, clientSecret: s }"))
        .isEqualTo(new EntraSecret("t", "c", "s", PUBLIC));
    assertThat(
            identity(
                AZURE,
                "entra: { tenantId: t, clientId: c, clientSecret: s,"
                    + " authority: \"https://login.microsoftonline.us/\", scope: \"u/.default\" }"))
        .isEqualTo(
            new EntraSecret(
                "t",
                "c",
                "s",
                new EntraEndpoint("https://login.microsoftonline.us", "u/.default")));
  }

  @Test
  void aWorkloadsIdentityIsWhatItsVariablesSayUnlessItIsWritten() {
    Map<String, String> variables =
        Map.of(
            "AZURE_TENANT_ID", "t",
            "AZURE_CLIENT_ID", "c",
            "AZURE_FEDERATED_TOKEN_FILE", "/f",
            "AZURE_AUTHORITY_HOST", "https://login.example.com/");
    EntraEndpoint told = new EntraEndpoint("https://login.example.com", PUBLIC.scope());
    assertThat(identity(AZURE, "entra: { workloadIdentity: true }", variables))
        .isEqualTo(new EntraWorkload("t", "c", "/f", told));
    assertThat(
            identity(
                AZURE,
                "entra: { workloadIdentity: true, clientId: own, tokenFile: /own }",
                variables))
        .isEqualTo(new EntraWorkload("t", "own", "/own", told));
  }

  @Test
  void awsSignsByKeysOrByWhomItsToolsFind() {
    assertThat(identity(BEDROCK, "aws: { accessKeyId: a, secretAccessKey: s }"))
        .isEqualTo(new AwsKeys("a", "s", ""));
    assertThat(identity(BEDROCK, "aws: { accessKeyId: a, secretAccessKey: s, sessionToken: t }"))
        .isEqualTo(new AwsKeys("a", "s", "t"));
    assertThat(identity(BEDROCK, "aws: { default: true }")).isEqualTo(new AwsChain("", ""));
    assertThat(identity(BEDROCK, "aws: { profile: p, roleArn: \"arn:aws:iam::1:role/r\" }"))
        .isEqualTo(new AwsChain("p", "arn:aws:iam::1:role/r"));
  }

  @Test
  void noIdentityShowsItsSecret() {
    assertThat(new EntraSecret("t", "c", "hidden", PUBLIC).toString()).doesNotContain("hidden");
    assertThat(new AwsKeys("a", "hidden", "hidden").toString()).doesNotContain("hidden");
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          azure   | weight: 1                           | apiKey: is missing (write it, or entra)
          bedrock | weight: 1                           | apiKey: is missing (write it, or aws)
          azure   | aws: { default: true }              | aws: has no meaning for this type (remove it)
          azure   | apiKey: k, entra: { tenantId: t, clientId: c, clientSecret: s } | apiKey: is not used beside a cloud's identity (remove one of them)
          azure   | entra: { clientId: c, clientSecret: s } | entra.tenantId: is missing
          azure   | entra: { tenantId: t, clientId: c } | entra.clientSecret: is missing (write it, or workloadIdentity: true)
          azure   | entra: { tenantId: t, clientId: c, clientSecret: s, tokenFile: /f } | entra.tokenFile: is not used without workloadIdentity (remove it)
          azure   | entra: { tenantId: t, clientId: c, clientSecret: s, authority: "http://a" } | entra.authority: is not encrypted (expected: an https origin)
          azure   | entra: { workloadIdentity: true, tenantId: t, clientId: c } | entra.tokenFile: is missing (write it, or set AZURE_FEDERATED_TOKEN_FILE)
          azure   | entra: { workloadIdentity: true, clientSecret: s } | entra.clientSecret: is not used with workloadIdentity (remove one of them)
          bedrock | aws: {}                             | aws: says not who signs (expected: accessKeyId and secretAccessKey; or profile, roleArn or default: true)
          bedrock | aws: { default: true, accessKeyId: a, secretAccessKey: s } | aws: has keys and a place to find them (remove one of them)
          bedrock | aws: { accessKeyId: a }             | aws.secretAccessKey: is missing (keys come in pairs)
          """)
  void whatIsMissingOrTooMuchIsNamed(String type, String credential, String error) {
    String provider = type.equals("azure") ? AZURE : BEDROCK;
    assertThat(ConfigText.errors(yaml(provider, credential)))
        .contains("mooring.yaml:5: providers[1].credentials[0]." + error);
  }
}
