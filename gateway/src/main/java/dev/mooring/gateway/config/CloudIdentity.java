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

  /** An application of Microsoft Entra. */
  sealed interface Entra extends CloudIdentity {
    /** The directory that knows it. */
    String tenantId();

    /** Its id there. */
    String clientId();

    /** Where its tokens come from. */
    EntraEndpoint endpoint();
  }

  /** Who signs requests to AWS. */
  sealed interface Aws extends CloudIdentity {}

  /** Who is given Google's access tokens. */
  sealed interface Google extends CloudIdentity {}

  /** An application of Microsoft Entra with a secret. */
  record EntraSecret(String tenantId, String clientId, String clientSecret, EntraEndpoint endpoint)
      implements Entra {
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
      implements Entra {}

  /**
   * Keys of an AWS account.
   *
   * @param sessionToken what temporary keys come with; empty for lasting ones
   */
  record AwsKeys(String accessKeyId, String secretAccessKey, String sessionToken) implements Aws {
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
  record AwsChain(String profile, String roleArn) implements Aws {}

  /**
   * A service account of Google's.
   *
   * @param json its key file, which is secret
   */
  record GoogleAccount(String json) implements Google {
    /** Leaves out what is secret. */
    @Override
    public String toString() {
      return "GoogleAccount[]";
    }
  }

  /** Whoever Google's own tools find: environment, user, metadata server. */
  record GoogleDefault() implements Google {}
}
