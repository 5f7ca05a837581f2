package dev.mooring.gateway.config;

/**
 * Where in a cloud a provider is.
 *
 * @param region AWS's region or Google's location; empty for none
 * @param project Google's project; empty for none
 * @param apiVersion Azure's version of the API, which turns on its older paths; empty for none
 */
public record CloudConfig(String region, String project, String apiVersion) {
  /** In no cloud that wants to know. */
  public static final CloudConfig NONE = new CloudConfig("", "", "");
}
