package dev.mooring.gateway.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** {@code providers[].credentials[].google}: a Google identity. */
final class GoogleSection {
  private static final Field<String> SERVICE_ACCOUNT =
      Field.optional("serviceAccount", serviceAccount());
  private static final Field<Boolean> DEFAULT = Field.optional("default", Values.flag());

  static final Section SECTION = Section.of(SERVICE_ACCOUNT, DEFAULT);

  private GoogleSection() {}

  /** Binds the section. */
  static CloudIdentity bind(SectionReader in) {
    if (in.has(SERVICE_ACCOUNT) == in.find(DEFAULT).orElse(false)) {
      in.refuse("names nobody, or two (expected: serviceAccount, or default: true)");
    }
    Optional<CloudIdentity> account =
        in.find(SERVICE_ACCOUNT).map(CloudIdentity.GoogleAccount::new);
    return account.orElseGet(CloudIdentity.GoogleDefault::new);
  }

  /** A service account's key: JSON, or the path of a file that holds it; never in a message. */
  private static ValueParser<String> serviceAccount() {
    return (node, place) -> {
      String text = place.scalar(node).text();
      String json = text.startsWith("{") ? text : read(Values.path().parse(node, place));
      if (!isKey(json)) {
        throw new RefusedValueException(
            "is no service account's key (expected: its JSON, or the path of a file with it)");
      }
      return json;
    };
  }

  private static String read(Path file) throws RefusedValueException {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new RefusedValueException(
          "cannot be read (expected: a service account's JSON, or the path of a file with it)");
    }
  }

  /** Whether a JSON text, which YAML holds too, has what a service account's key has. */
  private static boolean isKey(String json) {
    try {
      Object value = new Load(LoadSettings.builder().build()).loadFromString(json);
      return value instanceof Map<?, ?> fields
          && "service_account".equals(fields.get("type"))
          && fields.get("client_email") instanceof String
          && fields.get("private_key") instanceof String;
    } catch (YamlEngineException malformed) {
      return false;
    }
  }
}
