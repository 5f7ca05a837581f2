package dev.mooring.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The configuration reference, against the schema that is read by. */
class ConfigurationDocTest {
  private static final Path REFERENCE = Path.of("../docs/configuration.md");
  private static final Pattern ROW = Pattern.compile("\\| `([A-Za-z0-9]+)` \\| (\\S+) \\|.*");
  private static final Pattern EXAMPLE = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

  @Test
  void itNamesEveryFieldWithItsDefaultAndNothingElse() throws IOException {
    assertThat(documented()).containsExactlyInAnyOrderEntriesOf(GatewaySection.SECTION.paths());
  }

  @Test
  void itsExamplesLoad() throws IOException {
    Map<String, String> environment =
        Map.of(
            "MOORING_ADMIN_TOKEN", "t",
            "ACME_WEB_KEY", "w",
            "ANTHROPIC_KEY_A", "a",
            "ANTHROPIC_KEY_B", "b",
            "ANTHROPIC_API_KEY", "c",
            "OPENAI_API_KEY", "o");
    List<String> examples =
        EXAMPLE
            .matcher(Files.readString(REFERENCE))
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(examples).hasSizeGreaterThanOrEqualTo(2);
    assertThat(examples)
        .allSatisfy(
            example -> assertThat(ConfigText.valid(example, environment).models()).isNotEmpty());
  }

  private static Map<String, String> documented() throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    String prefix = "";
    for (String line : Files.readAllLines(REFERENCE)) {
      if (line.startsWith("## ") || line.startsWith("### ")) {
        prefix = line.contains("`") ? line.replaceAll("#+ `(.*)`", "$1.") : "";
      }
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        assertThat(fields.put(prefix + row.group(1), row.group(2).replace("`", ""))).isNull();
      }
    }
    return fields;
  }
}
