package dev.mooring.gateway.config;

/** Who a credential is in a cloud, where it is no API key. */
public sealed interface CloudIdentity {

  /**
   * Where Microsoft Entra gives tokens, and what for.
   *
   * @param authority the origin of its token endpoints
   * @param scope what a token is asked for
   */
  record EntraEndpoint(String authority, String scope) {}

  /** An application of Microsoft Entra with a secret. */
  record EntraSecret(String tenantId, String clientId, String clientSecret, EntraEndpoint endpoint)
      implements CloudIdentity {
    /** Names the application; leaves out its secret. */
    @Override
    public String toString() {
      return "EntraSecret[tenantId=" + tenantId + ", clientId=" + clientId + "]";
    }
  }

  /**
   * An application of Microsoft Entra that a Kubernetes service account stands for.
   *
   * @param tokenFile where the account's token is, read anew for each token of the application
   */
  record EntraWorkload(String tenantId, String clientId, String tokenFile, EntraEndpoint endpoint)
      implements CloudIdentity {}

  /**
   * Keys of an AWS account.
   *
   * @param sessionToken what temporary keys come with; empty for lasting ones
   */
  record AwsKeys(String accessKeyId, String secretAccessKey, String sessionToken)
      implements CloudIdentity {
    /** Names the key; leaves out what is secret. */
    @Override
    public String toString() {
      return "AwsKeys[accessKeyId=" + accessKeyId + "]";
    }
  }

  /**
   * Whoever AWS's own tools find: variables, profile, container or instance role.
   *
   * @param profile the profile of its configuration files; empty for the default
   * @param roleArn the role to take on as the one found; empty for none
   */
  record AwsChain(String profile, String roleArn) implements CloudIdentity {}

  /**
   * A service account of Google's.
   *
   * @param json its key file, which is secret
   */
  record GoogleAccount(String json) implements CloudIdentity {
    /** Leaves out what is secret. */
    @Override
    public String toString() {
      return "GoogleAccount[]";
    }
  }

  /** Whoever Google's own tools find: environment, user, metadata server. */
  record GoogleDefault() implements CloudIdentity {}
}
