package dev.mooring.gateway.config;

import dev.mooring.gateway.config.CloudIdentity.AwsChain;
import dev.mooring.gateway.config.CloudIdentity.AwsKeys;

/** {@code providers[].credentials[].aws}: who requests to AWS are signed by. */
final class AwsSection {
  private static final Field<String> ACCESS_KEY_ID = Field.optional("accessKeyId", Values.secret());
  private static final Field<String> SECRET_ACCESS_KEY =
      Field.optional("secretAccessKey", Values.secret());
  private static final Field<String> SESSION_TOKEN =
      Field.optional("sessionToken", Values.secretOrEmpty());
  private static final Field<String> PROFILE = Field.optional("profile", Values.text());
  private static final Field<String> ROLE_ARN = Field.optional("roleArn", Values.secret());
  private static final Field<Boolean> DEFAULT = Field.optional("default", Values.flag());

  static final Section SECTION =
      Section.of(ACCESS_KEY_ID, SECRET_ACCESS_KEY, SESSION_TOKEN, PROFILE, ROLE_ARN, DEFAULT);

  private AwsSection() {}

  /** Binds the section. */
  static CloudIdentity.Aws bind(SectionReader in) {
    boolean keys = in.has(ACCESS_KEY_ID) || in.has(SECRET_ACCESS_KEY) || in.has(SESSION_TOKEN);
    boolean chain = in.has(PROFILE) || in.has(ROLE_ARN) || in.find(DEFAULT).orElse(Boolean.FALSE);
    if (keys == chain) {
      in.refuse(
          keys
              ? "has keys and a place to find them (remove one of them)"
              : "says not who signs (expected: accessKeyId and secretAccessKey; or profile, roleArn"
                  + " or default: true)");
    }
    if (!keys) {
      return new AwsChain(in.find(PROFILE).orElse(""), in.find(ROLE_ARN).orElse(""));
    }
    return new AwsKeys(
        key(in, ACCESS_KEY_ID), key(in, SECRET_ACCESS_KEY), in.find(SESSION_TOKEN).orElse(""));
  }

  private static String key(SectionReader in, Field<String> field) {
    if (!in.has(field)) {
      in.refuse(field, "is missing (keys come in pairs)");
    }
    return in.find(field).orElse("");
  }
}
