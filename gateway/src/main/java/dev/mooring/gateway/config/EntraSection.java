package dev.mooring.gateway.config;

import dev.mooring.gateway.config.CloudIdentity.EntraEndpoint;
import dev.mooring.gateway.config.CloudIdentity.EntraSecret;
import dev.mooring.gateway.config.CloudIdentity.EntraWorkload;

/** {@code providers[].credentials[].entra}: an application of Microsoft Entra. */
final class EntraSection {
  private static final Field<String> TENANT_ID = Field.optional("tenantId", Values.id());
  private static final Field<String> CLIENT_ID = Field.optional("clientId", Values.id());
  private static final Field<String> CLIENT_SECRET =
      Field.optional("clientSecret", Values.secret());
  private static final Field<Boolean> WORKLOAD_IDENTITY =
      Field.defaulted("workloadIdentity", Values.flag(), Defaults.WORKLOAD_IDENTITY);
  private static final Field<String> TOKEN_FILE = Field.optional("tokenFile", Values.text());
  private static final Field<String> AUTHORITY = Field.optional("authority", BaseUrl.parser());
  private static final Field<String> SCOPE =
      Field.defaulted("scope", Values.secret(), Defaults.ENTRA_SCOPE);

  static final Section SECTION =
      Section.of(
          TENANT_ID, CLIENT_ID, CLIENT_SECRET, WORKLOAD_IDENTITY, TOKEN_FILE, AUTHORITY, SCOPE);

  private EntraSection() {}

  /** Binds the section. */
  static CloudIdentity.Entra bind(SectionReader in) {
    boolean workload = in.get(WORKLOAD_IDENTITY);
    String tenant = known(in, TENANT_ID, workload, "AZURE_TENANT_ID");
    String client = known(in, CLIENT_ID, workload, "AZURE_CLIENT_ID");
    EntraEndpoint endpoint = new EntraEndpoint(authority(in, workload), in.get(SCOPE));
    if (workload) {
      if (in.has(CLIENT_SECRET)) {
        in.refuse(CLIENT_SECRET, "is not used with workloadIdentity (remove one of them)");
      }
      return new EntraWorkload(
          tenant, client, known(in, TOKEN_FILE, true, "AZURE_FEDERATED_TOKEN_FILE"), endpoint);
    }
    if (in.has(TOKEN_FILE)) {
      in.refuse(TOKEN_FILE, "is not used without workloadIdentity (remove it)");
    }
    if (!in.has(CLIENT_SECRET)) {
      in.refuse(CLIENT_SECRET, "is missing (write it, or workloadIdentity: true)");
    }
    return new EntraSecret(tenant, client, in.find(CLIENT_SECRET).orElse(""), endpoint);
  }

  /** Where tokens are given, by an origin that must be encrypted. */
  private static String authority(SectionReader in, boolean workload) {
    String told = workload ? in.variable("AZURE_AUTHORITY_HOST") : "";
    String authority = in.find(AUTHORITY).orElse(told.isEmpty() ? Defaults.ENTRA_AUTHORITY : told);
    if (!authority.startsWith("https://")) {
      in.refuse(AUTHORITY, "is not encrypted (expected: an https origin)");
    }
    return authority.replaceFirst("/+$", "");
  }

  /** A field as written, or with a workload's identity by its variable; it must be one of them. */
  private static String known(
      SectionReader in, Field<String> field, boolean workload, String variable) {
    if (in.has(field)) {
      return in.find(field).orElse("");
    }
    String value = workload ? in.variable(variable) : "";
    if (value.isEmpty()) {
      in.refuse(field, "is missing" + (workload ? " (write it, or set " + variable + ")" : ""));
    }
    return value;
  }
}
