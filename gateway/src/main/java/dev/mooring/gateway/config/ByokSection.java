package dev.mooring.gateway.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.NodeTuple;

/** {@code teams[].byok}: a team's own credentials, by provider. */
final class ByokSection {
  private static final Field<String> ID = Field.optional("id", Values.id());
  private static final Field<String> API_KEY = Field.required("apiKey", Values.secret(), "");
  private static final Section CREDENTIAL = Section.of(ID, API_KEY);

  private ByokSection() {}

  /** A mapping of providers to lists of credentials. */
  static ValueParser<Map<String, List<ByokCredential>>> parser() {
    return (node, place) -> {
      if (!(node instanceof MappingNode mapping)) {
        throw new RefusedValueException(
            "is " + Place.kind(node) + " (expected: provider: [{ apiKey: … }])");
      }
      Map<String, List<ByokCredential>> byok = new LinkedHashMap<>();
      for (NodeTuple entry : mapping.getValue()) {
        provider(entry, place, byok);
      }
      return Collections.unmodifiableMap(byok);
    };
  }

  /** Reads one provider's credentials into the others. */
  private static void provider(NodeTuple entry, Place place, Map<String, List<ByokCredential>> byok)
      throws RefusedValueException {
    String name = place.scalar(entry.getKeyNode()).text();
    Place at = place.field(name);
    try {
      List<SectionReader> sections =
          Lists.some((node, item) -> new SectionReader(CREDENTIAL, node, item))
              .parse(entry.getValueNode(), at);
      if (byok.put(name, credentials(sections)) != null) {
        at.refuse(entry.getKeyNode(), "is written twice (remove one)");
      }
    } catch (RefusedValueException refused) {
      at.refuse(entry.getValueNode(), String.valueOf(refused.getMessage()));
    }
  }

  private static List<ByokCredential> credentials(List<SectionReader> sections) {
    List<ByokCredential> credentials = new ArrayList<>();
    for (SectionReader in : sections) {
      credentials.add(new ByokCredential(in.orNull(ID), in.get(API_KEY)));
    }
    return List.copyOf(credentials);
  }
}
