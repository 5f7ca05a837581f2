package dev.mooring.gateway.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.Node;

/** The presets that come with the product, as {@code presets.yaml} beside this class has them. */
final class Presets {
  private static final String RESOURCE = "presets.yaml";
  private static final Field<List<SectionReader>> PRESETS =
      Field.requiredSections("presets", PresetSection.SECTION);
  private static final Map<String, Preset> NAMED = load();

  private Presets() {}

  /** All presets by name, in the order written. */
  static Map<String, Preset> named() {
    return NAMED;
  }

  /** What a provider of a type is without a preset. */
  static Preset of(ProviderType type) {
    Preset known = NAMED.get(type.configName());
    return known == null ? Preset.unknown(type) : known;
  }

  private static Map<String, Preset> load() {
    Findings findings = new Findings(RESOURCE);
    EnvironmentText text = new EnvironmentText(read(), Map.of());
    Node root =
        new Compose(LoadSettings.builder().build()).composeString(text.marked()).orElseThrow();
    SectionReader in = new SectionReader(Section.of(PRESETS), root, new Place("", findings, text));
    Map<String, Preset> presets = new LinkedHashMap<>();
    for (SectionReader entry : in.each(PRESETS)) {
      Preset preset = PresetSection.bind(entry);
      if (presets.put(preset.name(), preset) != null) {
        entry.refuse("'" + preset.name() + "' is another preset too");
      }
    }
    if (!findings.errors().isEmpty()) {
      throw new IllegalStateException(findings.errors().toString());
    }
    return Collections.unmodifiableMap(presets);
  }

  private static String read() {
    try (InputStream in =
        Objects.requireNonNull(Presets.class.getResourceAsStream(RESOURCE), RESOURCE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
